"""Long random play of every game through every interface, with everything checked that must hold in any position."""
