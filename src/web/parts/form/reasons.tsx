/** The usual reasons, above the field that takes one. A person may go on writing. */
interface ReasonsProps {
  readonly reasons: readonly string[];
  readonly onReason: (reason: string) => void;
}

export function Reasons({ reasons, onReason }: ReasonsProps) {
  return (
    <div className="reasons">
      {reasons.map((reason) => (
        <button key={reason} type="button" onClick={() => onReason(reason)}>
          {reason}
        </button>
      ))}
    </div>
  );
}
