/** An answer that is not formatted yet. */
export const PlainText = ({ text }: { text: string }) => (
  <div className="text-lg whitespace-pre-wrap wrap-anywhere">{text}</div>
)
