"""Running the site: what must be ready before it starts, its processes, and who watches over them."""
