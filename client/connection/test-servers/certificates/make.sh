#!/bin/sh
# Makes the certificates of this folder anew, valid from 2020 to 2119. They protect nothing: their keys are public.
set -eu
umask 022
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
touch "$work/index"
cat > "$work/ca.cnf" <<END
[ca]
default_ca = authority
[authority]
database = $work/index
new_certs_dir = $work
rand_serial = yes
default_md = sha256
policy = any
[any]
commonName = supplied
[root]
basicConstraints = critical,CA:true
[server]
subjectAltName = IP:127.0.0.1,DNS:localhost
[client]
basicConstraints = CA:false
END

new_key() { openssl ecparam -name prime256v1 -genkey -noout; }
ask() { openssl req -new -config /dev/null -key "$1" -subj "/CN=$2" > "$work/request"; }
sign() { openssl ca -batch -notext -config "$work/ca.cnf" -startdate 20200101000000Z -enddate 21191231000000Z -in "$work/request" "$@"; }

new_key > "$work/authority.key"
ask "$work/authority.key" 'Test authority'
sign -selfsign -keyfile "$work/authority.key" -extensions root -out authority.pem

new_key > server.key
ask server.key 'Test server'
sign -cert authority.pem -keyfile "$work/authority.key" -extensions server -out server.pem

new_key > client.key
ask client.key 'Test client'
sign -cert authority.pem -keyfile "$work/authority.key" -extensions client -out client.pem
openssl pkcs8 -topk8 -in client.key -passout pass:open-sesame -out client-encrypted.key
cat client.pem client.key > client-combined.pem
