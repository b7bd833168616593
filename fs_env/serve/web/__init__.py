"""The web application: routes, pages, forms and WebSockets. Needs the extra "serve"."""
