/**
 * The settings of a company: one draft and one button, which appears when something changed. Only what changed is sent, in one request, so
 * that either all of it is saved or nothing, and what another person changed meanwhile stays.
 */
import { useState, type ReactNode } from 'react';
import type { BodyOf, CompanyDetails } from '../../api/answers.js';
import { changeSettings, companyQuery } from '../../api/companies.js';
import { sessionQuery } from '../../api/session.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Check, SelectField, TextField } from '../../parts/form/field.js';
import { LeaveQuestion } from '../../parts/form/leave-question.js';
import { Done, Problem } from '../../parts/notice.js';
import { useForm, type FieldState } from '../../parts/form/use-form.js';
import { customerMail as mailTexts } from '../../texts/customer-mail.js';
import { companySettings as texts } from '../../texts/company-settings.js';

const buyerTexts = es.buyer;
const daysAtFirst = 5;
const daysForm = /^(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/;

interface SettingsFormProps {
  readonly company: CompanyDetails;
}

export function SettingsForm({ company }: SettingsFormProps) {
  const [{ round, isSaved }, setRound] = useState({ round: 0, isSaved: false });
  return (
    // A new key starts the form again from what the company has.
    <Settings
      key={round}
      company={company}
      isSaved={isSaved}
      onSaved={() => setRound({ round: round + 1, isSaved: true })}
      onDiscard={() => setRound({ round: round + 1, isSaved: false })}
    />
  );
}

interface SettingsProps extends SettingsFormProps {
  readonly isSaved: boolean;
  readonly onSaved: () => void;
  readonly onDiscard: () => void;
}

function Settings({ company, isSaved, onSaved, onDiscard }: SettingsProps) {
  const { companyId } = company;
  const [saved] = useState(() => valuesOf(company));
  const form = useForm({
    start: saved,
    send: (values) => changeSettings(companyId, changeOf(values, saved)),
    refreshes: [companyQuery(companyId), sessionQuery],
    done: onSaved,
  });
  const { values, field } = form;
  const [isDaysLeft, setDaysLeft] = useState(false);
  const changes = Object.keys(changeOf(values, saved)).length;
  const wrongDays = values.mode === 'reminder' && !daysForm.test(values.days);
  const days = field('days');
  return (
    <form
      className="settings"
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        setDaysLeft(true);
        if (changes > 0 && !wrongDays) void form.submit();
      }}
    >
      <Group id="name" title={es.companies.name} text={texts.nameText}>
        <TextField label={es.companies.name} maxLength={150} required {...field('razonSocial')} />
      </Group>
      <Choice
        id="conditional"
        title={es.companies.conditional}
        text={es.companies.conditionalText}
        options={es.companies.conditionals}
        field={field('conditional')}
      />
      <Choice
        id="deferred-sending"
        title={texts.deferred}
        text={texts.deferredText}
        options={texts.deferredChoices}
        field={field('deferredSending')}
      />
      <Choice
        id="annul-rejected"
        title={texts.annulRejected}
        text={texts.annulRejectedText}
        options={texts.annulRejectedChoices}
        field={field('annulRejected')}
      />
      <Group id="approvals" title={buyerTexts.approvalsTitle} text={buyerTexts.approvalsText}>
        <SelectField label={buyerTexts.mode} options={buyerTexts.modes} {...field('mode')} />
        {values.mode === 'reminder' ? (
          <div onBlur={() => setDaysLeft(true)}>
            <TextField
              label={buyerTexts.days}
              hint={buyerTexts.daysHint}
              inputMode="numeric"
              maxLength={3}
              required
              {...days}
              error={wrongDays && isDaysLeft ? buyerTexts.daysWrong : days.error}
            />
          </div>
        ) : null}
      </Group>
      <Group id="buyer-delivery" title={buyerTexts.deliveryTitle} text={buyerTexts.deliveryText}>
        <Check label={buyerTexts.deliver} checked={values.delivers} onChange={field('delivers').onChange} />
        {values.delivers ? (
          <Check label={buyerTexts.deliver45} checked={values.type45} onChange={field('type45').onChange} />
        ) : null}
      </Group>
      <Group id="customer-mail" title={mailTexts.settingTitle} text={mailTexts.settingText}>
        <TextField
          label={mailTexts.replyTo}
          hint={mailTexts.replyToHint}
          type="email"
          maxLength={254}
          {...field('mailReplyTo')}
        />
        <Check
          label={mailTexts.automatic}
          checked={values.mailsAccepted}
          onChange={field('mailsAccepted').onChange}
        />
      </Group>
      {/* A screen reader says a change only of a region that was on the page before. */}
      <Done>{isSaved && changes === 0 ? texts.saved : undefined}</Done>
      <Problem error={form.problem()} />
      {changes === 0 ? null : (
        <section className="selection-bar" aria-label={texts.changes}>
          <p>
            <b>{texts.changed(changes)}</b>
          </p>
          <div className="actions">
            <Button kind="quiet" disabled={form.pending} onPress={onDiscard}>
              {texts.discard}
            </Button>
            <Button kind="primary" type="submit" pending={form.pending}>
              {es.actions.save}
            </Button>
          </div>
        </section>
      )}
      <LeaveQuestion asks={changes > 0} />
    </form>
  );
}

interface Values {
  readonly razonSocial: string;
  readonly conditional: CompanyDetails['conditional'];
  readonly deferredSending: CompanyDetails['deferredSending'];
  readonly annulRejected: CompanyDetails['annulRejected'];
  readonly mode: CompanyDetails['approvals']['mode'];
  /** As typed. */
  readonly days: string;
  readonly delivers: boolean;
  readonly type45: boolean;
  readonly mailReplyTo: string;
  readonly mailsAccepted: boolean;
}

function valuesOf(company: CompanyDetails): Values {
  const { razonSocial, conditional, deferredSending, annulRejected, approvals, mailReplyTo } = company;
  return {
    razonSocial,
    conditional,
    deferredSending,
    annulRejected,
    mode: approvals.mode,
    days: String(approvals.days ?? daysAtFirst),
    delivers: company.buyerDelivery === 'on',
    type45: company.buyerDelivery45 === 'on',
    mailReplyTo,
    mailsAccepted: company.mailAccepted === 'on',
  };
}

/** The settings as the service takes them. */
function settingsOf(values: Values) {
  const { mode, days, delivers, type45, razonSocial, mailReplyTo, mailsAccepted, ...choices } = values;
  return {
    ...choices,
    razonSocial: razonSocial.trim(),
    approvals: { mode, days: mode === 'reminder' ? Number(days) : null },
    buyerDelivery: onOff(delivers),
    buyerDelivery45: onOff(delivers && type45),
    mailReplyTo: mailReplyTo.trim(),
    mailAccepted: onOff(mailsAccepted),
  };
}

function changeOf(values: Values, saved: Values): BodyOf<'changeCompanySettings'> {
  const before = new Map(
    Object.entries(settingsOf(saved)).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const changed = Object.entries(settingsOf(values)).filter(
    ([name, value]) => JSON.stringify(value) !== before.get(name),
  );
  return Object.fromEntries(changed);
}

function onOff(is: boolean): 'on' | 'off' {
  return is ? 'on' : 'off';
}

interface GroupProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Group({ id, title, text, children }: GroupProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="soft">{text}</p>
      <div className="form">{children}</div>
    </section>
  );
}

interface ChoiceProps<Value extends string> extends Omit<GroupProps, 'children'> {
  readonly options: Readonly<Record<Value, string>>;
  readonly field: FieldState<Value>;
}

function Choice<Value extends string>({ options, field, ...group }: ChoiceProps<Value>) {
  return (
    <Group {...group}>
      <SelectField label={group.title} options={options} {...field} />
    </Group>
  );
}
