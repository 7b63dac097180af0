import './security.css';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, ButtonRow, Dialog, Note } from '../../../ui/index.ts';

type Props = { codes: readonly string[]; onClose: () => void };

/** New recovery codes, shown only once, with three ways to keep them. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const t = useT();
  const { email } = useUser();
  const heading = t('security.codesFor', { email });
  const text = `${heading}\n\n${codes.join('\n')}\n`;

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('security.copied')),
      () => toast.error(t('security.cannotCopy')),
    );

  const footer = (
    <Button variant="primary" onClick={onClose}>
      {t('security.kept')}
    </Button>
  );
  return (
    <Dialog title={t('security.codesTitle')} footer={footer} onClose={onClose} full persistent>
      <div className="stack">
        <Note tone="warn">{t('security.codesText')}</Note>
        <div className="sec-codes">
          <p className="t2 mut">{heading}</p>
          <ul>
            {codes.map((code) => (
              <li key={code}>
                <code translate="no">{code}</code>
              </li>
            ))}
          </ul>
        </div>
        <ButtonRow>
          <Button icon="doc" onClick={() => void copy()}>
            {t('security.copy')}
          </Button>
          <a
            className="btn second"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="fws-recovery-codes.txt"
          >
            {t('security.download')}
          </a>
          <Button onClick={() => window.print()}>{t('security.print')}</Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}
