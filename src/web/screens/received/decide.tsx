/** What a person can do about a received voucher: decide, or send a decision again that its issuer or DGII did not get. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { undeliveredStates } from '../../../ecf/codes/buyer-delivery.js';
import type { Environment } from '../../../ecf/model/environments.js';
import type { Received } from '../../api/answers.js';
import { decideReceived, reasonMax, receivedQuery, type ReceivedOf } from '../../api/received.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { TextArea } from '../../parts/form/field.js';
import { Form, FormDialog } from '../../parts/form/form.js';
import { Notice } from '../../parts/notice.js';
import { Reasons } from '../../parts/form/reasons.js';
import { useForm } from '../../parts/form/use-form.js';
import { useMay } from '../../shell/use-session.js';
import { Deadline } from './received-row.js';
import { received as texts } from '../../texts/received.js';

interface DecideProps {
  readonly path: ReceivedOf;
  readonly received: Received;
}

type Estado = NonNullable<Received['decision']>['estado'];

export function Decide({ path, received }: DecideProps) {
  const mayDecide = useMay('decisions', path.companyId, path.environment);
  const { decision, recordatorio, undelivered } = received;
  if (!mayDecide) return recordatorio ? <Notice tone="warn">{texts.overdue}</Notice> : null;
  return (
    <section className="card decision" aria-labelledby="decision">
      <h2 id="decision">{texts.decision}</h2>
      {decision === null ? (
        <Undecided path={path} received={received} />
      ) : (
        <>
          <p className="soft">{undelivered === null ? null : texts.undelivered[undelivered]}</p>
          <div className="actions">
            {maySendAgain(path.environment, received) ? (
              <SendAgain path={path} received={received} decision={decision} />
            ) : null}
            <Link
              to="/empresas/$companyId/$environment/recibidos"
              params={{ companyId: path.companyId, environment: path.environment }}
              search={{ decision: 'por-decidir' }}
            >
              {texts.undecidedOthers}
            </Link>
          </div>
        </>
      )}
    </section>
  );
}

/** Another voucher may take the number while the page is open. The person must then check the new one before the buttons return. */
function Undecided({ path, received }: DecideProps) {
  const [seen, setSeen] = useState(received.xmlSha256);
  const [chosen, setChosen] = useState<Estado>();
  if (received.xmlSha256 !== seen)
    return (
      <Notice tone="warn" title={texts.changed} urgent>
        <p>{texts.changedText}</p>
        <Button
          onPress={() => {
            setChosen(undefined);
            setSeen(received.xmlSha256);
          }}
        >
          {texts.looked}
        </Button>
      </Notice>
    );
  const { recordatorio, decideBefore, desplazados } = received;
  return (
    <>
      <div className="soft">
        {recordatorio ? <p>{texts.overdue}</p> : null}
        {decideBefore === null ? null : <Deadline moment={decideBefore} />}
      </div>
      <div className="actions">
        <Button kind="danger" onPress={() => setChosen('rechazado')}>
          {texts.reject}
        </Button>
        <Button kind="primary" onPress={() => setChosen('aprobado')}>
          {texts.approve}
        </Button>
      </div>
      {desplazados?.at(-1)?.decision ? <Notice tone="warn">{texts.decisionLost}</Notice> : null}
      {chosen === undefined ? null : (
        <Confirm estado={chosen} path={path} received={received} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

/** DGII's refusal is final. Nothing can start while one of the two deliveries still waits. */
function maySendAgain(environment: Environment, { comunicacion }: Received): boolean {
  if (comunicacion === undefined) return false;
  const { emisor, dgii } = comunicacion;
  const waits = [emisor, dgii].some(({ state }) => state === 'waiting');
  const ended =
    undeliveredStates(environment).some((state) => state === emisor.state) || dgii.state === 'given-up';
  return ended && !waits;
}

interface SendAgainProps extends DecideProps {
  readonly decision: NonNullable<Received['decision']>;
}

/** If a person sends the same decision again, the service delivers it again. */
function SendAgain({ path, received: { xmlSha256 }, decision: { estado, motivo } }: SendAgainProps) {
  const form = useForm({
    start: {},
    send: () => decideReceived(path, { estado, xmlSha256, ...(motivo === null ? {} : { motivo }) }),
    refreshes: [receivedQuery(path), { queryKey: ['received-list'] }],
  });
  return <Form form={form} submit={es.buyer.again} kind="plain" />;
}

interface ConfirmProps extends DecideProps {
  readonly estado: Estado;
  readonly onClose: () => void;
}

function Confirm({ estado, path, received, onClose }: ConfirmProps) {
  const rejects = estado === 'rechazado';
  const { xmlSha256 } = received;
  const form = useForm({
    start: { motivo: '' },
    send: ({ motivo }) =>
      decideReceived(path, { estado, xmlSha256, ...(rejects ? { motivo: motivo.trim() } : {}) }),
    // If another voucher has taken the number, the page then shows that one, and the dialog closes.
    refreshes: [receivedQuery(path), { queryKey: ['received-list'] }],
    done: onClose,
  });
  const name = rejects ? texts.reject : texts.approve;
  return (
    <FormDialog
      title={`${name} ${received.encf}`}
      form={form}
      submit={name}
      kind={rejects ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <p>{texts.decisionTexts[estado]}</p>
      <Follows dgii={received.dgii} />
      {rejects ? (
        <>
          <Reasons reasons={texts.reasons} onReason={form.field('motivo').onChange} />
          <TextArea
            label={texts.motivo}
            hint={texts.motivoHint}
            maxLength={reasonMax}
            required
            {...form.field('motivo')}
          />
        </>
      ) : null}
    </FormDialog>
  );
}

function Follows({ dgii }: Pick<Received, 'dgii'>) {
  switch (dgii?.state) {
    case 'accepted':
    case 'conditionally-accepted':
      return <Notice tone="info">{texts.told}</Notice>;
    case 'rejected':
    case 'not-confirmed':
      return <Notice tone="bad">{texts.notTheOne}</Notice>;
    default:
      return <Notice tone="warn">{texts.notAccepted}</Notice>;
  }
}
