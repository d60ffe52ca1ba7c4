# One image for every process of the site; docker-compose.yml says which program each runs.
FROM python:3.12-slim-bookworm AS build
WORKDIR /app
RUN python -m venv /venv
COPY requirements/tool.txt requirements/base.txt requirements/
RUN /venv/bin/pip install --quiet --require-hashes -r requirements/tool.txt \
 && /venv/bin/uv pip sync --python /venv/bin/python --require-hashes requirements/base.txt
COPY . .
# The folder tells the settings that static files are collected under hashed names. The names depend on nothing secret:
# this key is thrown away with the layer.
RUN mkdir staticfiles \
 && SECRET_KEY=$(head -c 48 /dev/urandom | base64) /venv/bin/python manage.py collectstatic --noinput

FROM python:3.12-slim-bookworm
RUN useradd --uid 10001 --create-home --home-dir /home/pitboss pitboss \
 && install -d -o pitboss -g pitboss /app/var
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
USER pitboss
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
EXPOSE 8000
ENTRYPOINT ["scripts/container-entrypoint"]
CMD ["uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--proxy-headers", \
     "--no-server-header", "--no-access-log", "--timeout-graceful-shutdown", "10"]
