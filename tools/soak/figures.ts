/** Turns samples into figures, and figures into a list of what grew. Pure. */

/**
 * A short run is compared with itself: its last third with its first. The share allows what a warm process still fills (compiled
 * code, pools, caches); growth with every request exceeds it.
 */
export const bounds = {
  /** Resident memory, median of each third. */
  rss: { share: 1.25, slackBytes: 64 * 1024 * 1024 },
  /** Heap left after collections (collect.mjs), minimum of each third. */
  held: { share: 1.15, slackBytes: 16 * 1024 * 1024 },
  /**
   * Latency of an operation, the fastest tenth. Growing data slows every request; other load on the machine slows only some of
   * them, so it does not affect the fastest.
   */
  latency: { share: 2, slackMs: 50 },
  /** With fewer samples of an operation in a third, the comparison means nothing. */
  samplesMin: 10,
};

export function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** @param {readonly { operation: string, ms: number }[]} samples of one interval */
export function intervalFigures(samples, seconds) {
  const operations = {};
  for (const { operation, ms } of samples) (operations[operation] ??= []).push(ms);
  return {
    perSecond: samples.length / seconds,
    operations: Object.fromEntries(
      Object.entries(operations).map(([name, ms]) => [
        name,
        { count: ms.length, p50: quantile(ms, 0.5), p95: quantile(ms, 0.95) },
      ]),
    ),
  };
}

/**
 * @param {readonly { atMs: number, operation: string, ms: number }[]} requests
 * @param {readonly { atMs: number, role: string, rss?: number, held?: number }[]} memory
 * @returns what grew beyond its limit, and all comparisons as lines
 */
export function compareThirds(requests, memory, { fromMs, toMs }) {
  const third = (toMs - fromMs) / 3;
  const first = ({ atMs }) => atMs >= fromMs && atMs < fromMs + third;
  const last = ({ atMs }) => atMs >= toMs - third && atMs <= toMs;
  const grown = [];
  const lines = [];
  const compare = (name, before, after, limit, show) => {
    const exceeded = after > limit;
    lines.push(
      `${name}: ${show(before)} → ${show(after)}, bound ${show(limit)}${exceeded ? ' EXCEEDED' : ''}`,
    );
    if (exceeded) grown.push(`${name} grew from ${show(before)} to ${show(after)}`);
  };
  const mb = (bytes) => `${Math.round(bytes / 1024 / 1024)} MB`;
  const ms = (value) => `${value.toFixed(1)} ms`;

  for (const role of new Set(memory.map((one) => one.role))) {
    for (const [member, least] of [
      ['rss', (values) => quantile(values, 0.5)],
      ['held', (values) => Math.min(...values)],
    ]) {
      const of = (when) =>
        memory.filter((one) => one.role === role && when(one) && one[member] > 0).map((one) => one[member]);
      const [before, after] = [of(first), of(last)];
      if (before.length === 0 || after.length === 0) continue;
      const { share, slackBytes } = bounds[member];
      compare(`${role} ${member}`, least(before), least(after), least(before) * share + slackBytes, mb);
    }
  }
  for (const operation of new Set(requests.map((one) => one.operation))) {
    const of = (when) =>
      requests.filter((one) => one.operation === operation && when(one)).map((one) => one.ms);
    const [before, after] = [of(first), of(last)];
    if (Math.min(before.length, after.length) < bounds.samplesMin) continue;
    const { share, slackMs } = bounds.latency;
    const fast = quantile(before, 0.1);
    compare(`${operation} p10`, fast, quantile(after, 0.1), fast * share + slackMs, ms);
  }
  return { grown, lines };
}
