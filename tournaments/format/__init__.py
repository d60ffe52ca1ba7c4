"""How a tournament is built: plain functions over plain data, without a database, a clock or a web page."""
