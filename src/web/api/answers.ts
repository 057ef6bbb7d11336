/** The types of what /app/api takes and answers, under the names that the screens use. openapi-web.yaml defines them. */
import type { Fault } from '../../ecf/model/fault.js';
import type { components, operations } from '../generated/openapi-web.js';

type Schemas = components['schemas'];
export type AnswerOf<Name extends keyof operations> = operations[Name] extends {
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': infer Answer } } };
}
  ? Answer
  : never;

export type BodyOf<Name extends keyof operations> = operations[Name] extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
}
  ? Body
  : never;
export type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export type Role = Schemas['Role'];
export type Session = Schemas['SessionView'];
export type CompanyOfPerson = Session['companies'][number];
export type LoginStep = AnswerOf<'startSession'>['next'];

export type VoucherRow = Schemas['VoucherRow'];
export type VoucherSums = Schemas['VoucherSums'];
export type Voucher = Schemas['Voucher'];
export type TimelineEvent = Voucher['timeline'][number];
export type Paper = NonNullable<NonNullable<operations['printVoucher']['parameters']['query']>['format']>;
export type DecisionName = Voucher['possible'][number];

export type Content = Schemas['Content'];
export type ContentSection = Content['sections'][number];

export type RefusedRow = Schemas['RefusedRow'];
export type Received = Schemas['Received'];

export type SequenceState = Schemas['SequenceState'];
export type Sequence = Schemas['Sequence'];
export type Authorization = Sequence['authorizations'][number];

export type AnnulmentRow = Schemas['AnnulmentRow'];
export type Annulment = Schemas['Annulment'];

export type CertificationRunRow = Schemas['CertificationRunRow'];
export type CertificationRun = Schemas['CertificationRun'];
export type CertificationRow = Schemas['CertificationRow'];
export type SimulationKind = Schemas['SimulationKind'];
export type SimulationVoucher = Schemas['SimulationVoucher'];

export type CompanyInTrouble = Schemas['CompanyInTrouble'];
export type DraftRow = Schemas['DraftRow'];
export type VoucherDraft = Schemas['VoucherDraft'];
export type SoldItem = Schemas['SoldItem'];
export type NoteBasis = Schemas['NoteBasis'];
export type EventOfFeed = Schemas['Event'];

export type Involved = NonNullable<Schemas['Involved']>;
export type Summary = Schemas['Summary'];
export type Figures = Schemas['Figures'];
export type CompanyDetails = Schemas['Company'];
export type PrintedFormSettings = Schemas['PrintedForm'];
export type User = Schemas['ListedUser'];
export type Key = Schemas['Key'];
export type KeyScope = Schemas['KeyScope'];
export type EventType = Schemas['EventType'];
export type FeedEvent = Schemas['Event'];
export type Webhook = Schemas['Webhook'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookTry = Schemas['WebhookTry'];
export type Certificate = Schemas['Certificate'];
export type CompanyPeople = AnswerOf<'listPeople'>;
export type CompanyPerson = CompanyPeople['items'][number];
/** What a person who lost rights has made in the company. */
export type LeftBehind = NonNullable<AnswerOf<'changeRole'>['left']>;
export type OpenInvitation = CompanyPeople['invitations'][number];
/** Whether the link of a new invitation goes out by mail too, or why not. */
export type InvitationMail = AnswerOf<'invitePerson'>['mail'];
export type AuditAction = Schemas['AuditAction'];
export type AuditEntry = Schemas['AuditEntry'];

/** Written out here and not taken from the contract, because the certification form computes the same faults in the browser. */
export interface Validation {
  readonly valido: boolean;
  readonly errores: readonly Fault[];
  readonly advertencias: readonly Fault[];
}
