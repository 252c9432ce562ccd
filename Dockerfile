# The site in one image: `serve` for the web, `worker` for long work.
FROM python:3.11-slim-bookworm AS packages
WORKDIR /app
COPY requirements.txt ./
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

FROM python:3.11-slim-bookworm
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=evaluation.config.settings \
    DATA_DIR=/data \
    STATIC_ROOT=/app/static_collected
WORKDIR /app
RUN useradd --system --uid 10001 --home-dir /app --no-create-home cswitch \
    && install --directory --owner=cswitch --group=cswitch /data /app/static_collected
COPY --from=packages /venv /venv
COPY manage.py pyproject.toml CHANGELOG.md ./
COPY cswitch_core cswitch_core
COPY evaluation evaluation
COPY templates templates
COPY static static
COPY fixtures fixtures
# What /help/ shows.
COPY docs/*.md docs/
USER 10001
# Hashed and compressed once, here, instead of at each start.
RUN COLLECTED_STATIC=1 python -c "import django; django.setup(); from evaluation.serving import preparation as p; p.collect_static_files()"
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
STOPSIGNAL SIGTERM
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000", "--workers", "0"]
