"""The site as one ASGI application: Django's pages and API on a fixed pool of threads."""

from a2wsgi import WSGIMiddleware

from config.wsgi import application as django_application

# Each thread keeps one database connection (CONN_MAX_AGE): this is also how many a process holds.
THREADS = 16

application = WSGIMiddleware(django_application, workers=THREADS)
