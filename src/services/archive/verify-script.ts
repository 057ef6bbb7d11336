/**
 * verify.sh of an export: POSIX sh, with sha256sum or shasum, openssl and xmlsec1. It says what it checked and what not, and ends with a
 * status other than 0 if anything is wrong. `String.raw`, so that the backslashes are the shell's.
 */

/** So many files go to one xmlsec1. */
const xmlsAtOnce = 50;

export const verifyScript = String.raw`#!/bin/sh
# Comprueba este archivo de evidencia. Uso: sh verify.sh [certificado-de-la-autoridad-del-sello.pem]
# 0: todo lo comprobado está íntegro. 1: algo falló. 2: falta un programa.
cd "$(dirname "$0")" || exit 2
ca=$1
if [ -z "$ca" ] && [ -f tsa-ca.pem ]; then ca=tsa-ca.pem; fi
failed=0
unchecked=0
ok() { printf 'BIEN    %s\n' "$1"; }
bad() { printf 'FALLA   %s\n' "$1"; failed=$((failed + 1)); }
skip() { printf 'NO SE COMPROBÓ  %s\n' "$1"; unchecked=$((unchecked + 1)); }
need() { command -v "$1" >/dev/null 2>&1; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT INT TERM

if need sha256sum; then sums() { sha256sum "$@"; }
elif need shasum; then sums() { shasum -a 256 "$@"; }
else echo 'Falta sha256sum (o shasum).' >&2; exit 2; fi
hash_of() { sums "$1" | cut -d ' ' -f 1; }
# Comments begin with #; only GNU's sha256sum skips them by itself.
check() { grep -v '^#' "$1" | sums -c - >"$work/sums" 2>&1; }
tell() { grep -v ': OK$' "$work/sums" | head -n 20 | sed 's/^/        /'; }

# 1. The files of the export itself.
if [ -s manifest-sha256.txt ] && check manifest-sha256.txt; then ok 'los archivos de la exportación (manifest-sha256.txt)'
else bad 'los archivos de la exportación (manifest-sha256.txt)'; [ -f "$work/sums" ] && tell; fi
if [ -f missing.txt ]; then bad 'falta evidencia que el registro ya no tiene (missing.txt)'; fi

# 2. Each day: its evidence, its place in the chain, its stamp.
previous=
days=0
for list in days/*.sha256; do
  [ -f "$list" ] || continue
  days=$((days + 1))
  day=$(basename "$list" .sha256)
  if check "$list"; then ok "$day: $(grep -vc '^#' "$list") archivos"
  else bad "$day: un archivo cambió o falta"; tell; fi
  named=$(sed -n 's/^# previous //p' "$list")
  if [ -n "$previous" ]; then
    if [ "$named" = "$previous" ]; then ok "$day: sigue a $named"
    else bad "$day: dice que sigue a «$named», y el anterior es «$previous»"; fi
  elif [ "$named" = none ]; then ok "$day: es el primer día"
  else printf '        %s: sigue a %s, que no está en esta exportación\n' "$day" "$named"; fi
  previous="$day $(hash_of "$list")"
  stamp="days/$day.tsr"
  if [ ! -f "$stamp" ]; then skip "$day: no tiene sello de tiempo"
  elif ! need openssl; then skip "$day: falta openssl para comprobar el sello"
  elif [ -z "$ca" ]; then skip "$day: el sello, porque no hay certificado de la autoridad (tsa-ca.pem)"
  elif openssl ts -verify -data "$list" -in "$stamp" -CAfile "$ca" >"$work/ts" 2>&1; then
    ok "$day: sello de tiempo, $(openssl ts -reply -in "$stamp" -text 2>/dev/null | sed -n 's/^Time stamp: //p')"
  else bad "$day: el sello de tiempo"; sed 's/^/        /' "$work/ts" | head -n 5; fi
done
[ "$days" -gt 0 ] || bad 'no hay ningún día'

# 3. Files that no list names: somebody added them.
{ find issued received annulled -type f; find crl -name '*.crl'; } 2>/dev/null | sort >"$work/found"
cat days/*.sha256 2>/dev/null | sed -n 's/^[0-9a-f]\{64\}  //p' | sort -u >"$work/listed"
extra=$(sort -u "$work/found" | comm -23 - "$work/listed" | head -n 20)
if [ -n "$extra" ]; then bad 'archivos que ninguna lista nombra:'; echo "$extra" | sed 's/^/        /'; fi

# 4. The signatures. The hash of the certificate is in the XML's own signature; certs/ has those of the company.
grep '\.xml$' "$work/found" >"$work/xml"
count=$(grep -c . "$work/xml")
if ! need xmlsec1; then skip "las firmas de $count XML: falta xmlsec1"
else
  lax=
  if xmlsec1 --help-verify 2>&1 | grep -q -- --lax-key-search; then lax=--lax-key-search; fi
  verify() { xmlsec1 --verify --insecure $lax --enabled-reference-uris empty "$@" >/dev/null 2>&1; }
  wrong=0
  set --
  each() { for one in "$@"; do verify "$one" || { bad "la firma de $one"; wrong=$((wrong + 1)); }; done; }
  while IFS= read -r one; do
    set -- "$@" "$one"
    if [ $# -ge ${xmlsAtOnce} ]; then verify "$@" || each "$@"; set --; fi
  done <"$work/xml"
  if [ $# -gt 0 ]; then verify "$@" || each "$@"; fi
  [ "$wrong" -gt 0 ] || ok "las firmas de $count XML, cada una con el certificado que trae"
fi

# 5. The signatures of the CRLs, with the certificates of the authorities that the export has.
for list in crl/*.crl; do
  [ -f "$list" ] || continue
  state=unknown
  for issuer in certs/authorities/*.pem; do
    need openssl && [ -f "$issuer" ] || continue
    said=$(openssl crl -inform DER -in "$list" -noout -CAfile "$issuer" 2>&1)
    case $said in
      *'verify OK'*) state=good; break ;;
      *'verify failure'*) state=wrong ;;
    esac
  done
  case $state in
    good) ok "la firma de $list" ;;
    wrong) bad "la firma de $list" ;;
    *) skip "la firma de $list: falta openssl o el certificado de su autoridad" ;;
  esac
done

echo
if [ "$failed" -gt 0 ]; then echo "NO ESTÁ ÍNTEGRO: $failed fallos."; exit 1; fi
if [ "$unchecked" -gt 0 ]; then echo "ÍNTEGRO en lo comprobado; sin comprobar: $unchecked."; else echo 'ÍNTEGRO.'; fi
`;
