# The service as an image: one build, all roles. `docker run IMAGE api`, `docker run IMAGE worker`.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
# The packages first: they change seldom, and this layer is kept while they do not.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json openapi.yaml ./
COPY tools/scripts/build.mjs tools/scripts/
COPY src/ src/
COPY docs/errors.md docs/validation.md docs/
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/.cache

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json /app/openapi.yaml ./
COPY --from=build /app/node_modules/ node_modules/
# The product alone: dist/src and the bundled workflows.
COPY --from=build /app/dist/src/ dist/src/
COPY --from=build /app/dist/workflow-bundle.js dist/
COPY --from=build /app/docs/ docs/
# The image's own account without rights; the service writes nothing to its folder.
USER node
# Inside a container the outer address is the container's; what is published is decided outside.
ENV HOST=0.0.0.0 PORT=8080 ADMIN_PORT=9464 WORKER_ADMIN_PORT=9465
EXPOSE 8080 9464 9465
# Whichever role runs answers on its admin port, on the container's loopback. Alive, not ready: a container whose database
# is away must not be replaced for it.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 \
  CMD ["node", "-e", "Promise.any([process.env.ADMIN_PORT, process.env.WORKER_ADMIN_PORT].map(async (port) => { const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }); if (!answer.ok) throw new Error(String(answer.status)); })).catch(() => process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps", "dist/src/main.js"]
CMD ["api"]
