/** Settings of the evidence archive. */
import { webUrl } from './addresses.js';
import { chapter, oneOf, text } from './setting.js';

export const archive = chapter('The evidence archive', {
  stampUrl: webUrl({
    name: 'ECF_TSA_URL',
    text: "The authority of timestamps (RFC 3161) that stamps each day's manifest.",
    readers: ['worker', 'start'],
    unset: 'manifests have no timestamp',
  }),
  stampCaFile: text('ECF_TSA_CA_FILE', '', 'a PEM file', {
    text: "The certificates of the authorities that the timestamps' certificates come from. The ledger keeps a copy, and each export has it, so that anybody can check the stamps.",
    readers: ['worker', 'start'],
    unset: 'the issuer of a timestamp is not checked, and exports have no copy',
  }),
  crlAddresses: oneOf('ECF_CRL_ADDRESSES', 'public', ['public', 'any', 'off'], {
    text: "From where a worker fetches, once a day, the CRLs that the companies' certificates name: `public` Internet addresses, or `any`, also those of this network. `off`: from nowhere, and the archive has none.",
    readers: ['worker', 'start'],
  }),
});
