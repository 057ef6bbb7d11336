/**
 * The company's settings about other taxpayers: who decides about received vouchers, and how its own go to buyers and customers.
 */
import { useState } from 'react';
import type { CompanyDetails } from '../../api/answers.js';
import { changeApprovals, changeBuyerDelivery, changeCustomerMail } from '../../api/companies.js';
import { es } from '../../es.js';
import { Check, SelectField, TextField } from '../../parts/field.js';
import { customerMail } from '../../texts/customer-mail.js';
import { Setting } from './company-forms.js';

interface FormProps {
  readonly company: CompanyDetails;
}

const texts = es.buyer;
const daysAtFirst = 5;

export function ApprovalsForm({ company }: FormProps) {
  const { companyId, approvals } = company;
  const [mode, setMode] = useState(approvals.mode);
  const [text, setText] = useState(String(approvals.days ?? daysAtFirst));
  const isReminder = mode === 'reminder';
  const days = isReminder ? Number(text) : null;
  const isWrong = days !== null && !(Number.isInteger(days) && days >= 1 && days <= 365);
  return (
    <Setting
      company={company}
      setting="approvals"
      title={texts.approvalsTitle}
      text={texts.approvalsText}
      save={() => changeApprovals(companyId, { mode, days })}
      unchanged={isWrong || (mode === approvals.mode && days === approvals.days)}
    >
      <SelectField label={texts.mode} options={texts.modes} value={mode} onChange={setMode} />
      {isReminder ? (
        <TextField
          label={texts.days}
          hint={texts.daysHint}
          inputMode="numeric"
          maxLength={3}
          required
          value={text}
          onChange={setText}
        />
      ) : null}
    </Setting>
  );
}

export function BuyerDeliveryForm({ company }: FormProps) {
  const { companyId } = company;
  const [delivers, setDelivers] = useState(company.buyerDelivery === 'on');
  const [type45, setType45] = useState(company.buyerDelivery45 === 'on');
  const wanted = { buyerDelivery: onOff(delivers), buyerDelivery45: onOff(delivers && type45) };
  return (
    <Setting
      company={company}
      setting="buyer-delivery"
      title={texts.deliveryTitle}
      text={texts.deliveryText}
      save={() => changeBuyerDelivery(companyId, wanted)}
      unchanged={
        wanted.buyerDelivery === company.buyerDelivery && wanted.buyerDelivery45 === company.buyerDelivery45
      }
    >
      <Check label={texts.deliver} checked={delivers} onChange={setDelivers} />
      {delivers ? <Check label={texts.deliver45} checked={type45} onChange={setType45} /> : null}
    </Setting>
  );
}

export function CustomerMailForm({ company }: FormProps) {
  const { companyId } = company;
  const [replyTo, setReplyTo] = useState(company.mailReplyTo);
  const [isAutomatic, setIsAutomatic] = useState(company.mailAccepted === 'on');
  const wanted = { mailReplyTo: replyTo.trim(), mailAccepted: onOff(isAutomatic) };
  return (
    <Setting
      company={company}
      setting="customer-mail"
      title={customerMail.settingTitle}
      text={customerMail.settingText}
      save={() => changeCustomerMail(companyId, wanted)}
      unchanged={wanted.mailReplyTo === company.mailReplyTo && wanted.mailAccepted === company.mailAccepted}
    >
      <TextField
        label={customerMail.replyTo}
        hint={customerMail.replyToHint}
        type="email"
        maxLength={254}
        value={replyTo}
        onChange={setReplyTo}
      />
      <Check label={customerMail.automatic} checked={isAutomatic} onChange={setIsAutomatic} />
    </Setting>
  );
}

function onOff(is: boolean): 'on' | 'off' {
  return is ? 'on' : 'off';
}
