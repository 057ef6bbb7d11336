/** Brings one company into trouble, until DGII gives it a token again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoCompany } from '../../demo/demo-data.js';
import type { NumberClient } from '../clients/number-client.js';
import { waitUntil } from './wait-until.js';
import { issuingOf, type Downtimes } from './downtimes.js';
import type { OperatorActions } from './operator-actions.js';

export interface CompanyTroubleDependencies {
  readonly downtimes: Downtimes;
  readonly operator: OperatorActions;
  /** A client of the company, which gets the answers of a company in trouble. */
  readonly numbers: Pick<NumberClient, 'untilSuspended' | 'untilDelivered'>;
}

/** After several suspensions in an hour a worker asks DGII again only after minutes. Then a person asks. */
const patienceMs = 70_000;

type Trouble = (company: DemoCompany, ms: number, strike: () => void) => Promise<void>;

export function createCompanyTrouble({ downtimes, operator, numbers }: CompanyTroubleDependencies) {
  const loseDelegation: Trouble = async (company, ms, strike) => {
    const end = downtimes.begin(issuingOf(company.companyId));
    operator.undelegate(company);
    strike();
    // The service finds out by a delivery or a token request: nobody informs it.
    await waitUntil('the company is suspended', () => operator.isSuspended(company));
    await numbers.untilSuspended(company);
    await sleep(ms);
    operator.delegate(company);
    await issuesAgain(company);
    end();
  };

  const replaceCertificate: Trouble = async (company, ms, strike) => {
    const end = downtimes.begin(issuingOf(company.companyId));
    await operator.importBadCertificate(company);
    strike();
    await waitUntil('the company is suspended', async () => {
      const suspended = await operator.isSuspended(company);
      // Deliveries right after the import may still use the old signature, so the operator runs a check.
      if (!suspended) await operator.checkCertificate(company);
      return suspended;
    });
    await numbers.untilSuspended(company);
    await sleep(ms);
    await operator.importGoodCertificate(company);
    await issuesAgain(company);
    end();
  };

  return { loseDelegation, replaceCertificate };

  /** Mostly needs no action: a worker asks DGII for a token at intervals. */
  async function issuesAgain(company: DemoCompany): Promise<void> {
    const patientUntil = Date.now() + patienceMs;
    await waitUntil('the company issues again', async () => {
      const suspended = await operator.isSuspended(company);
      if (suspended && Date.now() > patientUntil) await operator.checkCertificate(company);
      return !suspended;
    });
    await numbers.untilDelivered(company);
  }
}
