# syntax=docker/dockerfile:1
# Three stages: the client's build, the Python environment, and a small image that holds only what runs.

FROM node:22-bookworm-slim AS client
WORKDIR /src/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY frontend/ ./
RUN npm run build

FROM python:3.12-slim-bookworm AS environment
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy
WORKDIR /src
COPY pyproject.toml requirements.lock requirements-runtime.lock ./
# uv with the hash of the lock, in an environment of its own that stays behind.
RUN awk '/^uv==/ {on = 1; print; next} on && /^ / {print; next} {on = 0}' requirements.lock > /tmp/uv.lock \
    && python -m venv /tmp/tools \
    && /tmp/tools/bin/pip install --no-cache-dir --no-deps --require-hashes -r /tmp/uv.lock \
    && python -m venv --without-pip /opt/sandtable \
    && /tmp/tools/bin/uv pip sync --no-cache --python /opt/sandtable/bin/python --require-hashes requirements-runtime.lock
COPY app/ app/
COPY migrations/ migrations/
RUN /tmp/tools/bin/uv pip install --no-cache --offline --no-deps --python /opt/sandtable/bin/python .

FROM python:3.12-slim-bookworm AS runtime
RUN useradd --system --uid 10001 --user-group --create-home --home-dir /var/lib/sandtable sandtable \
    && install -d -o sandtable -g sandtable -m 0700 /var/lib/sandtable/data
COPY --from=environment /opt/sandtable /opt/sandtable
COPY --from=client /src/frontend/dist /srv/client
ENV PATH=/opt/sandtable/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SANDTABLE_HOST=0.0.0.0 \
    SANDTABLE_PORT=8000 \
    SANDTABLE_CLIENT_DIR=/srv/client \
    SANDTABLE_DATA_DIR=/var/lib/sandtable/data \
    SANDTABLE_LOG_FORMAT=json
USER 10001:10001
WORKDIR /var/lib/sandtable
# Without DATABASE_URL the image keeps its own Postgres here.
VOLUME /var/lib/sandtable/data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os,urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['SANDTABLE_PORT']}/readyz\", timeout=2)"]
CMD ["sandtable", "serve"]
