/** The company's decision about a received voucher. One that its issuer or DGII did not get can be sent again. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { undeliveredStates } from '../../../ecf/codes/buyer-delivery.js';
import type { Environment } from '../../../ecf/model/environments.js';
import type { Received } from '../../api/answers.js';
import { decideReceived, reasonMax, receivedQuery, type ReceivedOf } from '../../api/received.js';
import { es } from '../../es.js';
import { Badge, deliveryTones } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { TextArea } from '../../parts/field.js';
import { Form, FormDialog } from '../../parts/form.js';
import { Notice } from '../../parts/notice.js';
import { FactList, Table } from '../../parts/page.js';
import { Reasons } from '../../parts/reasons.js';
import { useForm } from '../../parts/use-form.js';
import { whenExactly, when } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';
import { Decided } from './received-states.js';
import { audit as auditTexts } from '../../texts/audit.js';
import { received as texts } from '../../texts/received.js';

interface DecideProps {
  readonly path: ReceivedOf;
  readonly received: Received;
}

type Estado = NonNullable<Received['decision']>['estado'];

export function Decide({ path, received }: DecideProps) {
  const mayDecide = useMay('decisions', path.companyId, path.environment);
  const { decision } = received;
  if (decision === null && !mayDecide) return null;
  return (
    <section className="card" aria-labelledby="decision">
      <h2 id="decision">{texts.decision}</h2>
      {decision === null ? (
        <Undecided path={path} received={received} />
      ) : (
        <>
          <Taken decision={decision} />
          <ApprovalLegs received={received} />
          {mayDecide && maySendAgain(path.environment, received) ? (
            <SendAgain path={path} received={received} decision={decision} />
          ) : null}
          {mayDecide ? (
            <Link
              to="/empresas/$companyId/$environment/recibidos"
              params={{ companyId: path.companyId, environment: path.environment }}
              search={{ decision: 'por-decidir' }}
            >
              {texts.undecidedOthers}
            </Link>
          ) : null}
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
  return (
    <>
      {received.desplazados?.at(-1)?.decision ? <Notice tone="warn">{texts.decisionLost}</Notice> : null}
      <div className="actions">
        <Button kind="primary" onPress={() => setChosen('aprobado')}>
          {texts.approve}
        </Button>
        <Button kind="danger" onPress={() => setChosen('rechazado')}>
          {texts.reject}
        </Button>
      </div>
      {chosen === undefined ? null : (
        <Confirm estado={chosen} path={path} received={received} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

function Taken({ decision }: { readonly decision: NonNullable<Received['decision']> }) {
  const { estado, motivo, por, fecha } = decision;
  return (
    <>
      <Decided estado={estado} />
      <FactList
        facts={[
          [texts.motivo, motivo],
          [texts.decidedBy, por],
          [auditTexts.at, whenExactly(fecha)],
        ]}
      />
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

function ApprovalLegs({ received }: { readonly received: Received }) {
  const { comunicacion } = received;
  if (comunicacion === undefined) return null;
  return (
    <Table
      label={texts.legs}
      rows={['emisor', 'dgii'] as const}
      keyOf={(name) => name}
      columns={[
        [texts.leg, (name) => texts.legNames[name]],
        [
          texts.legState,
          (name) => {
            const { state, status, motivo } = comunicacion[name];
            return (
              <>
                <Badge tone={deliveryTones[state]}>{status}</Badge>
                {motivo === null ? null : <div className="soft">{motivo}</div>}
              </>
            );
          },
        ],
        [es.voucher.attempts, (name) => comunicacion[name].attempts],
        [es.buyer.lastAt, (name) => when(comunicacion[name].lastAt), 'nowrap'],
      ]}
    />
  );
}
