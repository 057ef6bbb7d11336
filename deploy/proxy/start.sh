#!/bin/sh
# Fills in ecf.conf.template and becomes nginx: in the image, in `npm run rehearsal` and in tests.
#
# ECF_API_ADDRESSES  where the api is: host:port of each api, by comma
# RECEIVER_PORT  of the api; empty, 0 or off: other taxpayers' systems use the api's port too
# ECF_LISTEN_HTTP  where nginx listens for http: port, or address:port
# ECF_LISTEN_HTTPS  where nginx listens for https: port, or address:port
# ECF_HTTPS_PORT  under which clients reach https
# ECF_TLS_CERTIFICATE_FILE  the certificate and those of its authorities
# ECF_TLS_KEY_FILE  the key of the certificate
# ECF_PROXY_DIR  an empty folder for what nginx writes: bodies, long answers, its cache
set -eu
here=$(dirname "$0")

# servers ADDRESSES: the lines of an upstream.
servers() {
  printf 'server %s; ' $(printf '%s' "$1" | tr ',' ' ')
}
ECF_API_SERVERS=$(servers "$ECF_API_ADDRESSES")
case ${RECEIVER_PORT:-0} in
  0 | off) ECF_RECEIVER_SERVERS=$ECF_API_SERVERS ;;
  *) ECF_RECEIVER_SERVERS=$(servers "$(printf '%s' "$ECF_API_ADDRESSES" | sed -E "s/:[0-9]+(,|\$)/:$RECEIVER_PORT\\1/g")") ;;
esac
ECF_PUBLIC_PORT=
[ "$ECF_HTTPS_PORT" = 443 ] || ECF_PUBLIC_PORT=:$ECF_HTTPS_PORT
# nginx passes headers down only to locations that add none.
ECF_REFUSAL_HEADERS="internal; default_type 'application/json; charset=utf-8';
    add_header Strict-Transport-Security max-age=31536000 always; add_header X-Content-Type-Options nosniff always;
    add_header Cache-Control no-store always; add_header X-Correlation-Id \$request_id always;"
export ECF_API_SERVERS ECF_RECEIVER_SERVERS ECF_PUBLIC_PORT ECF_REFUSAL_HEADERS ECF_PROXY_DIR
export ECF_LISTEN_HTTP ECF_LISTEN_HTTPS ECF_TLS_CERTIFICATE_FILE ECF_TLS_KEY_FILE

mkdir -p "$ECF_PROXY_DIR"
envsubst '${ECF_API_SERVERS} ${ECF_RECEIVER_SERVERS} ${ECF_PUBLIC_PORT} ${ECF_REFUSAL_HEADERS} ${ECF_PROXY_DIR}
  ${ECF_LISTEN_HTTP} ${ECF_LISTEN_HTTPS} ${ECF_TLS_CERTIFICATE_FILE} ${ECF_TLS_KEY_FILE}' \
  < "$here/ecf.conf.template" > "$ECF_PROXY_DIR/ecf.conf"

# As root, nginx gives its folders to another account, which may not enter a private ECF_PROXY_DIR. The image does not start as root.
user=
[ "$(id -u)" != 0 ] || user='user root;'
cat > "$ECF_PROXY_DIR/nginx.conf" << END
$user
daemon off;
pid $ECF_PROXY_DIR/nginx.pid;
error_log stderr warn;
worker_processes 2;
worker_rlimit_nofile 16384;
worker_shutdown_timeout 25s;
events { worker_connections 8192; }
http {
  log_format ecf '\$remote_addr \$request_method \$uri \$status \$request_time \$upstream_response_time \$request_id';
  # No queries: a token might be in one. Nothing of what a buyer's link contains.
  map \$uri \$ecf_logged { ~*^/c/ 0; default 1; }
  access_log /dev/stdout ecf if=\$ecf_logged;
  client_body_temp_path $ECF_PROXY_DIR/bodies;
  proxy_temp_path $ECF_PROXY_DIR/answers;
  fastcgi_temp_path $ECF_PROXY_DIR/unused;
  uwsgi_temp_path $ECF_PROXY_DIR/unused;
  scgi_temp_path $ECF_PROXY_DIR/unused;
  include $ECF_PROXY_DIR/ecf.conf;
}
END

# nginx looks up a name only when it reads its configuration. A new container of the api may have another address.
case $ECF_API_ADDRESSES in
  *[a-z]*)
    found() {
      for address in $(printf '%s' "$ECF_API_ADDRESSES" | tr ',' ' '); do getent ahostsv4 "${address%:*}" || return 1; done
    }
    # Before nginx looks the names up: what changes after that is noticed.
    known=$(found) || known=
    (
      while sleep 5 && kill -0 $$; do
        now=$(found) || continue
        [ "$now" = "$known" ] || kill -HUP $$
        known=$now
      done
    ) > /dev/null 2>&1 &
    ;;
esac
exec nginx -e stderr -c "$ECF_PROXY_DIR/nginx.conf"
