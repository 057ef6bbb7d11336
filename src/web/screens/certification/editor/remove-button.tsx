/** Removes an optional field or group that a person added. */
import { es } from '../../../es.js';
import { Button } from '../../../parts/button.js';

interface RemoveProps {
  readonly label: string;
  readonly onPress: () => void;
}

export function RemoveButton({ label, onPress }: RemoveProps) {
  return (
    <Button small kind="quiet" label={`${es.certification.removeLine}: ${label}`} onPress={onPress}>
      {es.certification.removeLine}
    </Button>
  );
}
