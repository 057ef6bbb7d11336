# The service as an image. One build has all roles and the jobs that prepare them: `docker run IMAGE api`, `worker`, `mongo-setup`,
# `temporal-setup`.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
# Packages come first: they seldom change, so Docker can reuse this layer.
COPY package.json package-lock.json .npmrc ./
COPY tools/node/package.json tools/node/
RUN npm ci
COPY tsconfig.json tsconfig.build.json openapi.yaml openapi-web.yaml ./
COPY tools/scripts/node-version.mjs tools/scripts/build.mjs tools/scripts/build-web.mjs tools/scripts/build-docs.mjs tools/scripts/
COPY src/ src/
COPY docs/ docs/
RUN npm run build && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json /app/openapi.yaml /app/openapi-web.yaml ./
COPY --from=build /app/node_modules/ node_modules/
# Only the product: dist/src, the bundled workflows, the web application and the documentation.
COPY --from=build /app/dist/src/ dist/src/
COPY --from=build /app/dist/workflow-bundle.js dist/
COPY --from=build /app/dist/web/ dist/web/
COPY --from=build /app/dist/docs/ dist/docs/
# The image's account `node`, without rights, by its number: Kubernetes does not know that a name is not root. The service writes nothing to
# its folder.
USER 1000
# Listen on the container's outer address. The one who runs the container decides which ports are published.
ENV HOST=0.0.0.0 PORT=8080 ADMIN_PORT=9464 WORKER_ADMIN_PORT=9465
EXPOSE 8080 9464 9465
# Each role answers on its admin port, on the container's loopback. The check asks whether the role is alive, not whether it is
# ready: a container must not be replaced because its database is down.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 \
  CMD ["node", "-e", "Promise.any([process.env.ADMIN_PORT, process.env.WORKER_ADMIN_PORT].map(async (port) => { const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }); if (!answer.ok) throw new Error(String(answer.status)); })).catch(() => process.exit(1))"]
# The records of a voucher die young: with more room for them (MB), the garbage collector copies less.
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=32", "dist/src/main.js"]
CMD ["api"]
