/**
 * The voucher as JSON text. A browser needs half a second to lay out a text field of ten thousand rows, so the pane shows a large text only
 * when a person asks for it. A person can also open a file.
 */
import { useState } from 'react';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { saveFile } from '../../shared/save-file.js';

interface JsonPaneProps {
  readonly text: string;
  /** True if the text is JSON. */
  readonly readable: boolean;
  readonly onText: (text: string) => void;
}

const largeChars = 60_000;

export function JsonPane({ text, readable, onText }: JsonPaneProps) {
  const [asked, setAsked] = useState(false);
  const shown = asked || text.length <= largeChars;
  const open = async (file: File | undefined) => {
    if (file !== undefined) onText(await file.text());
  };
  return (
    <section className="card" aria-label={es.certification.jsonPane}>
      {shown ? (
        <Field label={es.certification.json} error={readable ? undefined : es.certification.jsonBroken}>
          {(control) => (
            <textarea
              {...control}
              className="mono json"
              wrap="off"
              spellCheck={false}
              rows={24}
              value={text}
              onChange={(event) => onText(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <div>
          <Button onPress={() => setAsked(true)}>
            {es.certification.showLarge(Math.ceil(text.length / 1024))}
          </Button>
        </div>
      )}
      <Field label={es.certification.openFile}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".json,application/json"
            onChange={(event) => void open(event.target.files?.[0])}
          />
        )}
      </Field>
      <div>
        <Button small onPress={() => saveFile('comprobante.json', 'application/json', text)}>
          {es.certification.saveFile}
        </Button>
      </div>
    </section>
  );
}
