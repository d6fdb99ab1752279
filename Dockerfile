# One image for every role: OPENHIVE_ROLE says what a container does. Built by `docker compose build`.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# Everything a start would make: the database client and the pages.
RUN node bin/build.mjs

FROM node:24-bookworm-slim
# Skills are Python; tini hands signals on and collects what ends.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends python3 python3-venv tini ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build --chown=node:node /app /app
# The folders of data that are volumes of their own belong to whom this runs as.
RUN mkdir -p /data/workspaces /data/skills /data/mcp /data/shelf && chown -R node:node /data
USER node
ENV HOST=0.0.0.0 \
  PORT=3000 \
  OPENHIVE_DATA_DIR=/data \
  NODE_ENV=production
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "bin/start.mjs"]
