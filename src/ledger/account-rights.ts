/** What the api's account of MongoDB may do in each collection. The worker's account may do everything in the ledger. */

type Rights = Readonly<Record<string, readonly string[]>>;

/**
 * It may create no index: one that expires records would delete them. It updates an inquiry to give it up. Without the web application it
 * cannot change users, companies or certificates.
 */
export const apiRights: Rights = {
  documents: ['find', 'insert', 'update', 'listIndexes'],
  attempts: ['find', 'insert', 'update', 'listIndexes'],
  files: ['find', 'insert', 'listIndexes'],
  coldProgress: ['listIndexes'],
  reservations: ['find', 'insert', 'update', 'listIndexes'],
  inquiries: ['find', 'insert', 'update', 'listIndexes'],
  uploadKeys: ['find', 'listIndexes'],
  usedUploads: ['listIndexes'],
  counters: ['find', 'insert', 'update', 'listIndexes'],
  companies: ['find', 'listIndexes'],
  users: ['find', 'listIndexes'],
  certificates: ['find', 'listIndexes'],
  sequences: ['find', 'listIndexes'],
  annulments: ['find'],
  rangeAnnulments: ['find', 'insert', 'update', 'listIndexes'],
  noteClaims: ['find'],
  linkKeys: ['find', 'insert', 'update'],
  taxpayers: ['find'],
  receptions: ['find', 'insert', 'update', 'listIndexes'],
  refusedReceptions: ['find', 'insert', 'listIndexes'],
  incomingApprovals: ['find', 'insert', 'listIndexes'],
  certificationRuns: ['listIndexes'],
  dgiiOutages: ['listIndexes'],
  seeds: ['insert', 'listIndexes'],
  events: ['find', 'changeStream', 'listIndexes'],
  feeds: ['find'],
  manifests: ['find', 'listIndexes'],
  manifestParts: ['find', 'listIndexes'],
  crls: ['find'],
  crlSources: ['listIndexes'],
  issueClaims: ['find', 'insert', 'update'],
  webhooks: ['find', 'insert', 'update', 'remove', 'listIndexes'],
  webhookDeliveries: ['find', 'insert', 'update', 'listIndexes'],
  people: ['find', 'listIndexes'],
  apiKeys: ['find', 'update', 'listIndexes'],
  invitations: ['listIndexes'],
  sessions: ['listIndexes'],
  drafts: ['listIndexes'],
  audit: ['listIndexes'],
  mails: ['find', 'insert', 'listIndexes'],
};

/** The api's rights where people change things through the web application. The audit log only grows. */
export const webRights: Rights = {
  ...apiRights,
  companies: ['find', 'insert', 'update', 'listIndexes'],
  users: ['find', 'insert', 'update', 'listIndexes'],
  sequences: ['find', 'insert', 'update', 'listIndexes'],
  annulments: ['find', 'insert', 'update', 'remove'],
  people: ['find', 'insert', 'update', 'listIndexes'],
  apiKeys: ['find', 'insert', 'update', 'listIndexes'],
  invitations: ['find', 'insert', 'remove', 'listIndexes'],
  sessions: ['find', 'insert', 'update', 'remove', 'listIndexes'],
  drafts: ['find', 'insert', 'update', 'remove', 'listIndexes'],
  audit: ['find', 'insert', 'listIndexes'],
  certificationRuns: ['find', 'insert', 'update', 'listIndexes'],
  monthClosings: ['find', 'insert', 'update'],
  supplierExpenses: ['find', 'insert', 'update'],
};
