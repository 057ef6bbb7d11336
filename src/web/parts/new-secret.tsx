/** A secret that is shown once, with a button that copies it. Its dialog stays until the person closes it. */
import { es } from '../es.js';
import { Button } from './button.js';
import { Copy } from './copy.js';
import { Notice } from './notice.js';

interface NewSecretProps {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  readonly onClose: () => void;
}

export function NewSecret({ title, text, secret, onClose }: NewSecretProps) {
  return (
    <>
      <Notice tone="good" title={title} urgent>
        <p>{text}</p>
        <p>
          <code className="wrap">{secret}</code>
        </p>
      </Notice>
      <div className="actions">
        <Copy text={secret} />
        <Button onPress={onClose}>{es.actions.close}</Button>
      </div>
    </>
  );
}
