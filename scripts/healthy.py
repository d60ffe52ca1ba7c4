"""Ends with status 0 if the web process of this container answers, for the container's health check."""

import http.client
import os
import sys

host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip() or "localhost"
connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=4)
# The proxy's headers, so that the site neither refuses the name nor sends us to https.
connection.request("GET", "/", headers={"Host": host, "X-Forwarded-Proto": "https"})
sys.exit(0 if connection.getresponse().status == 200 else 1)
