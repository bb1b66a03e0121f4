# One image for every role: docker run IMAGE gateway, … worker article, … migrate up.
# Health checks belong to the roles and stand in docker-compose.yml.
#
# Node 24 is maintained until April 2028. Another image: docker build --build-arg NODE_IMAGE=node:22-bookworm-slim .
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
FROM ${NODE_IMAGE} AS base
WORKDIR /counterfoil
# Modes are set: those of a checkout that was made with umask 077 would keep the image's user out.
COPY --chmod=644 package.json package-lock.json ./

FROM base AS build
# No package of ours needs its install script (allowScripts in package.json); older versions of npm would run them all.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM base AS packages
RUN npm ci --ignore-scripts --omit=dev

FROM base
LABEL org.opencontainers.image.title=counterfoil
# Of a container, only its own processes reach the loopback address that HOST is by default.
ENV NODE_ENV=production NODE_OPTIONS="--enable-source-maps --max-old-space-size=1024" HOST=0.0.0.0 \
    METRICS_HOST=0.0.0.0 METRICS_PORT=9464
COPY --from=packages /counterfoil/node_modules node_modules/
COPY --from=build /counterfoil/dist dist/
# Without tsconfig.json, the launcher knows that there is nothing to install or compile.
COPY --chmod=644 cli/*.js cli/
USER node
EXPOSE 8080 9464
ENTRYPOINT ["node", "cli/counterfoil.js"]
CMD ["--help"]
