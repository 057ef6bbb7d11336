/**
 * Judges a run from three sources: the simulator's own record, the ledger, and the clients. Pure: plain records in, violations
 * out, each a sentence that begins with its code.
 */

/**
 * @param {object} evidence
 * @param {readonly object[]} evidence.results `{ companyId, rnc, encf, last, order }` of each voucher: `last` as its
 *   client heard it, `order` the verdict that DGII was ordered to give
 * @param {readonly object[]} evidence.numbers `{ companyId, encf, reference }` as `next` delivered them
 * @param {Readonly<Record<number, readonly string[]>>} evidence.unused by company, as the service lists them
 * @param {readonly object[]} evidence.documents of the ledger
 * @param {readonly object[]} evidence.attempts what the ledger keeps of earlier attempts
 * @param {readonly object[]} evidence.reservations of the ledger
 * @param {readonly object[]} evidence.record the simulator's, line by line
 * @returns {string[]}
 */
export function judge(evidence) {
  const dgii = byNumber(
    evidence.record.filter(({ kind }) => kind === 'received'),
    ({ rncEmisor, encf }) => `${rncEmisor}:${encf}`,
  );
  const refusedPosts = evidence.record.filter(({ kind }) => kind === 'refused');
  const documents = new Map(evidence.documents.map((one) => [`${one.companyId}:${one.encf}`, one]));
  const earlier = byNumber(
    evidence.attempts.map(({ document }) => document),
    ({ companyId, encf }) => `${companyId}:${encf}`,
  );
  return [
    ...evidence.results.flatMap((result) => {
      const key = `${result.companyId}:${result.encf}`;
      const document = documents.get(key);
      if (document === undefined) return [`MISSING: ${key} was acknowledged and is not in the ledger`];
      const receptions = dgii.get(`${result.rnc}:${result.encf}`) ?? [];
      return [
        ...judgeDocument(document, earlier.get(key) ?? [], receptions, refusedPosts),
        ...judgeClient(document, result.last),
        ...judgeOutcome(document, result.order),
      ];
    }),
    ...strangers(evidence, documents, dgii),
    ...judgeNumbers(evidence),
  ];
}

const acceptedStates = { accepted: 'accepted', 'conditionally-accepted': 'conditionally-accepted' };

/** One voucher: compares the ledger with what DGII received. */
function judgeDocument(document, attempts, receptions, refusedPosts) {
  const name = `${document.companyId}:${document.encf}`;
  if (!document.final) return [`NOT-FINAL: ${name} is ${document.state} (${document.waiting?.reason ?? ''})`];
  const found = [];
  const accepted = receptions.filter(({ verdict }) => verdict.outcome !== 'rejected');
  const isAccepted = Object.hasOwn(acceptedStates, document.state);
  if (accepted.length !== (isAccepted ? 1 : 0))
    found.push(`ACCEPTED-TIMES: ${name} is ${document.state}, and DGII accepted it ${accepted.length} times`);

  // DGII saw only one set of bytes of an accepted voucher, apart from attempts that it rejected before.
  const own = new Set([document, ...attempts].flatMap(sentHashes));
  const posted = refusedPosts.filter(
    ({ fileName }) => fileName === `${document.rncEmisor}${document.encf}.xml`,
  );
  for (const { sha256 } of [...receptions, ...posted])
    if (!own.has(sha256))
      found.push(`OTHER-BYTES: ${name}: DGII was sent ${sha256}, which no attempt signed`);
  const [first] = accepted;
  if (first !== undefined && !sentHashes(document).includes(first.sha256))
    found.push(`OTHER-BYTES: ${name}: DGII accepted ${first.sha256}, which is not what the ledger holds`);

  return [
    ...found,
    ...judgeVerdict(name, document, receptions),
    ...judgeTrackIds(name, document, receptions),
  ];
}

/** What an attempt sends to DGII: the voucher, or its summary instead. */
function sentHashes({ signed }) {
  return signed === undefined ? [] : [signed.summary?.sha256 ?? signed.sha256];
}

function judgeVerdict(name, { state, verdict, signed }, receptions) {
  if (state === 'refused' || state === 'annulled') return [];
  const given = receptions.filter(
    (one) =>
      one.sha256 === (signed?.summary?.sha256 ?? signed?.sha256) &&
      (verdict.trackId === null || one.trackId === verdict.trackId) &&
      one.verdict.outcome === state,
  );
  if (given.length === 0)
    return [`OTHER-VERDICT: ${name} is ${state} by ${verdict.trackId}, which DGII did not say`];
  // For "nothing to say" DGII sends one empty message, which the ledger does not store.
  const codes = ({ mensajes }) =>
    mensajes
      .filter(({ valor }) => valor !== '')
      .map(({ codigo }) => Number(codigo))
      .join();
  return given.some(
    (one) =>
      one.verdict.secuenciaUtilizada === verdict.secuenciaUtilizada && codes(one.verdict) === codes(verdict),
  )
    ? []
    : [`OTHER-WORDS: ${name}: DGII's messages and secuenciaUtilizada are not what the ledger holds`];
}

function judgeTrackIds(name, document, receptions) {
  const known = new Set(receptions.map(({ trackId }) => trackId));
  const claimed = [...document.trackIds, ...document.earlierTrackIds];
  return claimed
    .filter((trackId) => !known.has(trackId))
    .map((trackId) => `TRACK-ID: ${name} claims ${trackId}, which DGII never gave for it`);
}

/** Nothing was wrong with the voucher, so its number must not be lost, whatever failed meanwhile. */
function judgeOutcome({ companyId, encf, state }, order) {
  const rejection = order === 'rejected-free' || order === 'rejected-spent';
  if (rejection || Object.hasOwn(acceptedStates, state)) return [];
  return [`BURNT: ${companyId}:${encf} is ${state}, and nobody found a fault in it`];
}

/** Compares the client's last answer with the ledger. */
function judgeClient(document, last) {
  const name = `${document.companyId}:${document.encf}`;
  if (last === undefined) return [`UNHEARD: nobody was told of ${name}`];
  const accepted = Object.hasOwn(acceptedStates, document.state) ? 1 : 0;
  const expected = {
    accepted,
    attempt: document.attempt,
    securityCode: document.signed?.securityCode ?? '',
    secuenciaUtilizada: document.verdict?.secuenciaUtilizada ?? null,
  };
  return Object.entries(expected)
    .filter(([member, value]) => last[member] !== value)
    .map(
      ([member, value]) => `TOLD: ${name}: ${member} was told as ${last[member]}, the ledger has ${value}`,
    );
}

/** The ledger and DGII have nothing that no client sent. */
function strangers({ results }, documents, dgii) {
  const known = new Set(results.map(({ companyId, encf }) => `${companyId}:${encf}`));
  const knownAtDgii = new Set(results.map(({ rnc, encf }) => `${rnc}:${encf}`));
  return [
    ...[...documents.keys()]
      .filter((key) => !known.has(key))
      .map((key) => `STRANGER: ${key} is in the ledger`),
    ...[...dgii.keys()].filter((key) => !knownAtDgii.has(key)).map((key) => `STRANGER: ${key} is at DGII`),
  ];
}

/** Numbers handed out: each once, none lost, none skipped. */
function judgeNumbers({ numbers, reservations, results, documents, unused }) {
  const found = [];
  const owners = new Map();
  const byReference = new Map();
  for (const { companyId, encf, reference } of numbers) {
    const key = `${companyId}:${encf}`;
    // Without a reference every answer must have a different number.
    const owner = reference ?? Symbol(key);
    if (owners.has(key) && owners.get(key) !== owner) found.push(`NUMBER-TWICE: ${key} was delivered twice`);
    owners.set(key, owner);
    if (reference === undefined) continue;
    const before = byReference.get(reference);
    if (before !== undefined && before !== encf)
      found.push(`REFERENCE-TWICE: ${reference} got ${before} and ${encf}`);
    byReference.set(reference, encf);
  }
  const held = new Map(reservations.map((one) => [`${one.companyId}:${encfOf(one)}`, one]));
  for (const key of owners.keys())
    if (!held.has(key)) found.push(`NUMBER-LOST: ${key} was delivered and is not in the ledger`);
  found.push(...gaps(reservations));

  // A number is used while a document has it, and reserved before that. DGII may have left a rejected number free.
  const live = new Map(documents.map((one) => [`${one.companyId}:${one.encf}`, isLive(one)]));
  for (const [key, { state }] of held) {
    const wanted = live.get(key) === true ? 'used' : 'reserved';
    if (state !== wanted) found.push(`RESERVATION: ${key} is ${state}, and should be ${wanted}`);
  }
  const sent = new Set(results.map(({ companyId, encf }) => `${companyId}:${encf}`));
  for (const [companyId, listed] of Object.entries(unused)) {
    const reserved = [...held.values()]
      .filter((one) => one.companyId === Number(companyId) && one.state === 'reserved')
      .map(encfOf);
    for (const encf of reserved)
      if (!listed.includes(encf)) found.push(`UNLISTED: ${companyId}:${encf} is unused and not listed`);
    for (const encf of listed)
      if (!reserved.includes(encf) || (sent.has(`${companyId}:${encf}`) && live.get(`${companyId}:${encf}`)))
        found.push(`LISTED: ${companyId}:${encf} is listed as unused`);
    if (new Set(listed).size !== listed.length)
      found.push(`LISTED: numbers of ${companyId} are listed twice`);
  }
  return found;
}

/** Every number below the highest one was handed out to somebody. */
function gaps(reservations) {
  const found = [];
  for (const [key, list] of byNumber(reservations, (one) => one.key)) {
    const serials = new Set(list.map(({ n }) => n));
    for (let n = 1; n <= Math.max(...serials); n += 1)
      if (!serials.has(n)) found.push(`NUMBER-SKIPPED: ${key} has no ${n}`);
  }
  return found;
}

function isLive({ state, verdict }) {
  if (state === 'rejected') return verdict?.secuenciaUtilizada !== false;
  return state !== 'refused' && state !== 'annulled';
}

function encfOf({ ecfType, n }) {
  return `E${ecfType}${String(n).padStart(10, '0')}`;
}

function byNumber(list, keyOf) {
  const groups = new Map();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
