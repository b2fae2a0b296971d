# The application alone: it needs a PostgreSQL (DATABASE_URL) and a mail server (SMTP_URL). See docs/deploy.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci --no-audit --no-fund
COPY . .
RUN NODE_ENV=production node_modules/.bin/plinth build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# As packages/cli/src/memory-settings.mjs, whose test compares them.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=1048576 \
  NODE_OPTIONS="--max-semi-space-size=32 --max-old-space-size=1024"
COPY --from=build --chown=root:root /app ./
RUN install -d -o node -g node -m 0700 /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node_modules/.bin/plinth", "serve"]
