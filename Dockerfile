# The whole product in one image: the server, its pages and its embedded database. What it keeps is in /data (DATA_DIR) and /keys (KEYS_DIR).
FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data KEYS_DIR=/keys
WORKDIR /app
# Postgres refuses to run as root.
RUN mkdir -m 700 /data /keys && chown node:node /app /data /keys
USER node
COPY --chown=node:node . .
# The commit that it is made of, for /readyz: the image has no history.
ARG SAMPAN_COMMIT=""
# As `npm start` would: here they are done once, and the start finds them done.
RUN npm ci --omit=dev --no-audit --no-fund && npm run build && npm cache clean --force
VOLUME ["/data", "/keys"]
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=30s --timeout=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
