# shellcheck shell=bash
# What `run` and `night` share: steps with a limit of time, their count, and the summary at the end.

export CI=true
# Minutes of all steps together: the machine that runs this allows an hour and a half.
whole_limit=86
passed=0
failed=0
skipped=0
failed_steps=()
absent=()
logs=()
data=$(mktemp -d)
trap 'rm -rf "$data" ${logs[@]+"${logs[@]}"}' EXIT

# within MINUTES COMMAND …: ends the command after this time, or when the time for all steps is over.
within() {
  local seconds=$(($1 * 60)) left=$((whole_limit * 60 - SECONDS))
  shift
  [ "$seconds" -le "$left" ] || seconds=$left
  if [ "$seconds" -le 0 ]; then
    echo "no time is left for: $*"
    return 124
  fi
  timeout --kill-after=30s "${seconds}s" "$@" < /dev/null
}

# ended CODE STEP: counts a step as one.
ended() {
  if [ "$1" = 0 ]; then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
  failed_steps+=("failed: $2 ($1)")
  echo "failed: $2 ($1)"
}

# step MINUTES COMMAND …: counts as one.
step() {
  echo "== ${*:2}"
  within "$@"
  ended $? "${*:2}"
}

# suite MINUTES COMMAND …: adds the tests that its summary names, which is one of its last lines.
suite() {
  local log rc summary number
  echo "== ${*:2}"
  log=$(mktemp)
  logs+=("$log")
  within "$@" 2>&1 | tee "$log"
  rc=${PIPESTATUS[0]}
  summary=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$log" | tail -n 1)
  number=$(sed -nE 's/^([0-9]+) passed.*/\1/p' <<< "$summary")
  passed=$((passed + ${number:-0}))
  number=$(sed -nE 's/.*, ([0-9]+) skipped$/\1/p' <<< "$summary")
  skipped=$((skipped + ${number:-0}))
  number=$(sed -nE 's/.* ([0-9]+) failed.*/\1/p' <<< "$summary")
  # It failed without a failed test: it has no summary, or was cut off.
  if [ "$rc" != 0 ] && [ "${number:-0}" = 0 ]; then number=1; fi
  failed=$((failed + ${number:-0}))
  [ "$rc" = 0 ] || failed_steps+=("${*:2} ended with $rc")
}

# External programs that some tests use if they are installed. If an install fails, the tests report what they could not check.
install_programs() {
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then return; fi
  local missing=()
  command -v xmlsec1 > /dev/null || missing+=(xmlsec1)
  command -v pk12util > /dev/null || missing+=(libnss3-tools)
  command -v certtool > /dev/null || missing+=(gnutls-bin)
  command -v xmllint > /dev/null || missing+=(libxml2-utils)
  # The proxy: nginx and envsubst.
  { command -v nginx || [ -x /usr/sbin/nginx ]; } > /dev/null || missing+=(nginx)
  command -v envsubst > /dev/null || missing+=(gettext-base)
  command -v openssl > /dev/null || missing+=(openssl)
  command -v docker-compose > /dev/null || missing+=(docker-compose)
  # promtool, which fires every alarm.
  command -v promtool > /dev/null || missing+=(prometheus)
  if [ "${#missing[@]}" = 0 ]; then return; fi
  echo "installing ${missing[*]}"
  {
    timeout 5m apt-get update -qq
    DEBIAN_FRONTEND=noninteractive timeout 10m apt-get install -y -qq --no-install-recommends "${missing[@]}"
  } < /dev/null > /dev/null 2>&1 || echo "could not install all of ${missing[*]}; going on without"
}

# on_node LINE MINUTES COMMAND …: a step on another line of Node. npm's scripts run on the Node that `npm ci` brought, so the command
# starts the programs without npm. If that Node cannot be fetched here, that is not a failure. If it was fetched, it must work.
on_node() {
  local line=$1 folder rc
  shift
  echo "== ${*:2}, on Node $line"
  folder=$(within 6 node dist/tools/scripts/fetch-node.js "$line")
  rc=$?
  if [ "$rc" = 3 ]; then
    absent+=("${*:2}, on Node $line")
    return
  fi
  if [ "$rc" = 0 ]; then
    "$folder/node" --version
    PATH="$folder:$PATH" within "$@"
    rc=$?
  fi
  ended "$rc" "${*:2}, on Node $line"
}

# Prints what was not tried, what failed, and the summary. It fails if anything failed.
finish() {
  local what
  for what in ${absent[@]+"${absent[@]}"}; do echo "NOT TRIED, because this Node could not be had here: $what"; done
  # Again at the end, where people look first.
  if [ "$failed" != 0 ]; then
    echo
    echo '== what failed'
    # Jest also writes what a test printed under such a dot. `FAIL` begins the line of a step, too, or of what Jest itself failed at.
    grep -hE '^( +● |FAIL )' ${logs[@]+"${logs[@]}"} /dev/null | grep -v '● Console$' | sort -u | head -n 100
    for what in ${failed_steps[@]+"${failed_steps[@]}"}; do echo "$what"; done
  fi
  echo
  if [ "$skipped" = 0 ]; then echo "$passed passed, $failed failed"; else echo "$passed passed, $failed failed, $skipped skipped"; fi
  [ "$failed" = 0 ]
}
