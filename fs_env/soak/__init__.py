"""Long random play of every game through every interface, with everything checked that must hold in any position.

A run is a sequence of sessions (`sessions`); each is played through one interface (`interfaces`), counted in a folder that a
later run continues (`run`), and summed up in a report (`report`). Arena, environments and games know nothing of it.
"""
