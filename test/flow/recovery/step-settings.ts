/** The settings with which the tests run the steps of a voucher. No test waits for these times: each has a clock of its own. */
export const stepSettings = {
  deliveryTimeoutMs: 20_000,
  dgiiHosts: { ecf: 'ecf.dgii.gov.do', fc: 'fc.dgii.gov.do' },
  leaseMarginMs: 5_000,
  askAgainMs: 5_000,
  silentAfterMs: 15 * 60_000,
  tokenProbeMs: 10_000,
  checkMarginMs: 30_000,
};
