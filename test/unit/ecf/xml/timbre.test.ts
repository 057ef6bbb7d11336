/** Addresses behind the QR code. */
import { timbreUrl, type Timbre } from '../../../../src/ecf/xml/timbre.js';

const timbre: Timbre = {
  environment: 'pre-certification',
  tipoeCF: 31,
  rncEmisor: '999999992',
  rncComprador: '131880681',
  encf: 'E310000000001',
  fechaEmision: '15-06-2026',
  montoTotal: '1180.00',
  fechaFirma: '15-06-2026 14:05:09',
  securityCode: 'a+/=Bc',
};

test.each([
  {
    name: 'a voucher sent in full',
    change: {},
    url: 'https://ecf.dgii.gov.do/testecf/consultatimbre?rncemisor=999999992&rnccomprador=131880681&encf=E310000000001&fechaemision=15-06-2026&montototal=1180.00&fechafirma=15-06-2026%2014:05:09&codigoseguridad=a%2B%2F%3DBc',
  },
  {
    name: 'no buyer',
    change: { rncComprador: '', environment: 'production' as const },
    url: 'https://ecf.dgii.gov.do/ecf/consultatimbre?rncemisor=999999992&encf=E310000000001&fechaemision=15-06-2026&montototal=1180.00&fechafirma=15-06-2026%2014:05:09&codigoseguridad=a%2B%2F%3DBc',
  },
  {
    name: 'a type 32 of 249,999.99',
    change: { tipoeCF: 32 as const, montoTotal: '249999.99', encf: 'E320000000001' },
    url: 'https://fc.dgii.gov.do/testecf/consultatimbrefc?rncemisor=999999992&encf=E320000000001&montototal=249999.99&codigoseguridad=a%2B%2F%3DBc',
  },
  {
    name: 'a type 32 of 250,000.00',
    change: {
      tipoeCF: 32 as const,
      montoTotal: '250000.00',
      rncComprador: '',
      environment: 'certification' as const,
    },
    url: 'https://ecf.dgii.gov.do/certecf/consultatimbre?rncemisor=999999992&encf=E310000000001&fechaemision=15-06-2026&montototal=250000.00&fechafirma=15-06-2026%2014:05:09&codigoseguridad=a%2B%2F%3DBc',
  },
])('timbre: $name', ({ change, url }) => expect(timbreUrl({ ...timbre, ...change })).toBe(url));
