/**
 * The voucher as JSON text; a large one only on request, because a browser needs half a second for ten thousand rows.
 */
import { useState } from 'react';
import { es } from '../../../es.js';
import { Button } from '../../../parts/button.js';
import { Field, FileInput } from '../../../parts/form/field.js';
import { otherKind } from '../../../shared/chosen-file.js';
import { saveFile } from '../../../shared/spreadsheets/save-file.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

interface JsonPaneProps {
  readonly text: string;
  readonly readable: boolean;
  readonly onText: (text: string) => void;
  readonly onFile: (text: string) => void;
}

const largeChars = 60_000;

export function JsonPane({ text, readable, onText, onFile }: JsonPaneProps) {
  const [asked, setAsked] = useState(false);
  const shown = asked || text.length <= largeChars;
  const [fault, setFault] = useState<string>();
  const open = async (file: File) => {
    const kind = await otherKind(file, ['json']);
    const content = kind === undefined ? await textIn(file) : undefined;
    if (kind !== undefined) setFault(es.files.wrongKind(file.name, kind, certificationTexts.wanted));
    else setFault(content === undefined ? certificationTexts.unreadableFile : undefined);
    if (content !== undefined) onFile(content);
  };
  return (
    <section className="card" aria-label={certificationTexts.jsonPane}>
      {shown ? (
        <Field label={certificationTexts.json} error={readable ? undefined : certificationTexts.jsonBroken}>
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
            {certificationTexts.showLarge(Math.ceil(text.length / 1024))}
          </Button>
        </div>
      )}
      <Field label={certificationTexts.openFile} error={fault}>
        {(control) => <FileInput {...control} accept=".json,application/json" onFile={open} />}
      </Field>
      <div>
        <Button small onPress={() => saveFile('comprobante.json', 'application/json', text)}>
          {certificationTexts.saveFile}
        </Button>
      </div>
    </section>
  );
}

/** Undefined if the file was moved or deleted meanwhile, or is not UTF-8: read as that, its accents would become other characters. */
async function textIn(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
