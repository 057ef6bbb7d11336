/** The generated files of the clients. */
import { voucherTypes } from '../voucher-types.js';
import { goTypes } from './go.js';
import { javaTypes } from './java.js';
import { clientTypes } from './model.js';
import { pythonTypes } from './python.js';
import { typescriptTypes } from './typescript.js';

export function clientFiles() {
  const records = clientTypes();
  return [
    { path: 'clients/typescript/src/types.ts', text: typescriptTypes(records) },
    { path: 'clients/typescript/src/vouchers.ts', text: voucherTypes() },
    { path: 'clients/python/src/ecf_issuer/types.py', text: pythonTypes(records) },
    { path: 'clients/go/types.go', text: goTypes(records) },
    { path: 'clients/java/src/main/java/ecfissuer/Datos.java', text: javaTypes(records) },
  ];
}
