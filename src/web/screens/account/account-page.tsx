/** A person's own account: the password, the second factor and its recovery codes. */
import { es } from '../../es.js';
import { Page } from '../../parts/page.js';
import { useSession } from '../../shell/use-session.js';
import { Password } from './password.js';
import { RecoveryCodesCard } from './recovery-codes-card.js';
import { SecondFactor } from './second-factor.js';

export function Screen() {
  const { person } = useSession();
  return (
    <Page title={es.nav.account} intro={`${person.name} · ${person.email}`}>
      <Password email={person.email} />
      <SecondFactor active={person.secondFactor} />
      {person.secondFactor ? <RecoveryCodesCard /> : null}
    </Page>
  );
}
