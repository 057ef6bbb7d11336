/** What a metric is and why to watch it: one row, from which the metric is registered and docs/operate/metrics.md is generated. */

export interface MetricRow {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Without `role`, which every metric has. */
  readonly labels: readonly string[];
  /** The question that it answers, then how. Prometheus shows it too. */
  readonly help: string;
  readonly alarms?: readonly Alarm[];
}

export interface Alarm {
  readonly name: string;
  /** In PromQL, with its threshold. It names the metric of its row. */
  readonly when: string;
  /** How long it must hold. Absent: at once. */
  readonly forMinutes?: number;
  /** `page`: somebody must act now. `ticket`: on the next working day. `inform`: to look at, when something else fires too. */
  readonly severity: 'page' | 'ticket' | 'inform';
  /** What to do; links are relative to docs/operate. */
  readonly then: string;
}
