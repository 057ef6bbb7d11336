#!/bin/sh
# Makes what mutual TLS between the service and Temporal needs, or renews it (docs/operate/temporal.md):
#
#   sudo sh deploy/temporal-tls/make-certificates.sh ./temporal-tls
#
# The authority is made once and is valid for ten years. The two certificates are valid for one year, and each run replaces them.
# Containers get `server` or `client`, never `authority`: its key opens Temporal.
set -eu
umask 077
folder=${1:?the folder for the certificates}
authority=$folder/authority

# make FOLDER NAME DAYS OPTION...: a key and a certificate. Each file is replaced at once, because programs read them at any time.
make() {
  files=$1 name=$2 days=$3
  shift 3
  mkdir -p "$files"
  # Without the machine's own configuration, which would add extensions.
  openssl req -x509 -config /dev/null -newkey rsa:2048 -nodes -days "$days" -subj "/CN=$name" "$@" \
    -keyout "$files/key.new" -out "$files/certificate.new"
  mv "$files/key.new" "$files/key.pem"
  mv "$files/certificate.new" "$files/certificate.pem"
}

# issue FOLDER NAME USAGE: a certificate of our authority. `temporal` is the name of Temporal's container.
issue() {
  make "$1" "$2" 365 -CA "$authority/certificate.pem" -CAkey "$authority/key.pem" \
    -addext basicConstraints=critical,CA:FALSE -addext keyUsage=critical,digitalSignature \
    -addext "extendedKeyUsage=$3" -addext "subjectAltName=DNS:$2"
  cp "$authority/certificate.pem" "$1/authority.new"
  mv "$1/authority.new" "$1/authority.pem"
}

[ -e "$authority/certificate.pem" ] ||
  make "$authority" 'ecf-issuer, authority for Temporal' 3650 \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign
# Temporal's parts are clients of each other.
issue "$folder/server" temporal serverAuth,clientAuth
issue "$folder/client" ecf-issuer clientAuth
# The containers of the service, of Temporal and of its Web UI all run as user 1000.
[ "$(id -u)" -ne 0 ] || chown -R 1000:1000 "$folder/server" "$folder/client"
