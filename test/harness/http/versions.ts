/** The paths of both versions (spec §9). Tests that cover both versions iterate over these. */
export const versions = [
  {
    version: 'v1',
    login: '/api/v1/Auth/login',
    validate: '/api/v1/dgii-ecf/validate/0',
    send: '/api/v1/dgii-ecf/send/0',
    status: (encf: string, rnc = '999999992') => `/api/v1/dgii-ecf/document-status/${rnc}/${encf}`,
    externalStatus: (query: string) => `/api/v1/dgii-ecf/external-status/0?${query}`,
    consultRnc: (rnc: string) => `/api/v1/dgii-ecf/consult-rnc/${rnc}`,
  },
  {
    version: 'v2',
    login: '/api/v2/Auth/login',
    validate: '/api/v2/dgii-ecf/validate',
    send: '/api/v2/dgii-ecf/send',
    status: (encf: string, _rnc = '999999992') => `/api/v2/dgii-ecf/document-status/${encf}`,
    externalStatus: (query: string) => `/api/v2/dgii-ecf/external-status?${query}`,
    consultRnc: (rnc: string) => `/api/v2/dgii-ecf/consult-rnc?rnc=${rnc}`,
  },
] as const;
