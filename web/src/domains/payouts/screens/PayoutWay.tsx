import '../payouts.css';
import { Link, useSearchParams } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Icon, type IconName } from '../../../ui/index.ts';
import { useAmountLead } from '../components/useAmountLead.ts';
import { StepScreen } from '../components/StepScreen.tsx';
import { addAmount } from '../withdrawal.ts';

/** The second step: to a bank account or to a UPI ID. */
export default function PayoutWay() {
  const t = useT();
  const [search] = useSearchParams();
  const amount = search.get('amount') ?? '';
  return (
    <StepScreen
      title={t('web.payouts.wayTitle')}
      lead={useAmountLead(amount)}
      back={{ to: addAmount(paths.withdraw(), amount), label: t('web.payouts.changeAmount') }}
      step={1}
      data={null}
    >
      <Way
        to={addAmount(paths.bankList(), amount)}
        icon="bank"
        name={t('web.payouts.bankAccount')}
        detail={t('web.payouts.bankDetail')}
      />
      <Way
        to={addAmount(paths.upiList(), amount)}
        icon="phone"
        name={t('web.payouts.upi')}
        detail={t('web.payouts.upiDetail')}
      />
    </StepScreen>
  );
}

PayoutWay.firstQueries = () => [];

type WayProps = { to: string; icon: IconName; name: string; detail: string };

function Way({ to, icon, name, detail }: WayProps) {
  return (
    <Link className="pay-way" to={to}>
      <Icon name={icon} />
      <span>
        <b>{name}</b>
        <small>{detail}</small>
      </span>
      <Icon name="right" />
    </Link>
  );
}
