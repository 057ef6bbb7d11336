/** The relay that takes the service's mails, as the library wants it. */
export interface SmtpRelay {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  /** The relay must offer STARTTLS. Without it nothing is sent, not even the password. */
  readonly requireTLS: boolean;
  /** Only for a relay on this machine. */
  readonly ignoreTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}
