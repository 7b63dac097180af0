import type { ComponentProps } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { Screen, SkeletonLine, Steps } from '../../../ui/index.ts';

type Props = ComponentProps<typeof Screen> & { step: 0 | 1 | 2 };

/** One step of a withdrawal, in a narrow column. */
export function StepScreen({ step, children, ...screen }: Props) {
  const t = useT();
  return (
    <Screen
      {...screen}
      tabs={
        <div className="pay-narrow pay-steps">
          <Steps
            steps={[t('web.payouts.amount'), t('web.payouts.stepWay'), t('web.payouts.stepAccount')]}
            current={step}
          />
        </div>
      }
      skeleton={
        <div className="sheet sk-card pay-narrow">
          <SkeletonLine width="30%" />
          <SkeletonLine height={60} />
          <SkeletonLine height={48} />
        </div>
      }
    >
      {() => (
        <section className="sheet pay-narrow">
          {typeof children === 'function' ? children() : children}
        </section>
      )}
    </Screen>
  );
}
