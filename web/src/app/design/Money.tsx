import {
  Badge,
  Button,
  Docket,
  Facts,
  Lines,
  Mile,
  MoneyBadge,
  MoneyBar,
  PassbookCover,
  PassbookTable,
  Path,
  Rail,
  Stat,
  Stone,
  TermGlyph,
} from '../../ui/index.ts';
import type { MoneyState } from '../../ui/index.ts';
import { Sample } from './Sample.tsx';

const states: readonly MoneyState[] = [
  'none',
  'held',
  'work',
  'done',
  'asked',
  'released',
  'rest',
  'bank',
  'stop',
  'refund',
];
const stops = [undefined, 'funded', 'held', 'released', 'wallet', 'bank'] as const;

export function Money() {
  return (
    <>
      <Sample title="Milestone stone and badge">
        <div className="design-stones">
          {states.map((state, index) => (
            <Stone key={state} state={state} number={index + 1} />
          ))}
        </div>
        <div className="design-badges">
          {states.map((state) => (
            <MoneyBadge key={state} state={state} />
          ))}
          <Badge icon="clock">Being checked</Badge>
        </div>
      </Sample>
      <Sample title="Rupee path">
        <div className="design-grid">
          {stops.map((stop) => (
            <Path key={stop ?? 'none'} at={stop} toBank />
          ))}
          <Path at="held" stopped toBank />
          <Path at="held" brief toBank />
        </div>
      </Sample>
      <Sample title="Milestone rail">
        <MoneyBar
          parts={[
            { kind: 'bank', amountPaise: 600_000 },
            { kind: 'released', amountPaise: 1_080_000 },
            { kind: 'held', amountPaise: 2_400_000 },
            { kind: 'stop', amountPaise: 720_000 },
            { kind: 'none', amountPaise: 1_200_000 },
          ]}
        />
        <MilestoneRail />
      </Sample>
      <JobCard />
      <Passbook />
      <Sample title="Facts, lines, stat">
        <Facts
          items={[
            { label: 'Payment term', value: 'FWS Term Payment' },
            { label: 'Closes', value: '18 Dec 2026' },
          ]}
        />
        <Lines
          items={[
            { label: 'Initial', value: '₹10,800' },
            { label: 'After service', value: '₹32,400' },
          ]}
        />
        <Stat value="61" label="projects done" />
      </Sample>
    </>
  );
}

function MilestoneRail() {
  return (
    <Rail>
      <Mile
        state="released"
        number={1}
        title="Measurement and drawing"
        amountPaise={600_000}
        when="9 Nov"
        path={<Path at="wallet" />}
      />
      <Mile
        state="asked"
        number={2}
        title="Carcass and shutters"
        amountPaise={2_400_000}
        label="Imran asks for payment"
        when="2 h ago"
        path={<Path at="held" />}
        comment={
          <p>
            <b>Imran:</b> All nine carcasses fixed and level.
          </p>
        }
        actions={
          <>
            <Button variant="accent">Release ₹24,000</Button>
            <Button>Raise an issue</Button>
          </>
        }
      />
      <Mile
        state="work"
        number={3}
        title="Countertop"
        amountPaise={2_200_000}
        when="Held since 16 Nov"
        path={<Path at="held" />}
      />
      <Mile
        state="none"
        number={4}
        title="Finishing"
        amountPaise={800_000}
        path={<Path at={undefined} />}
        actions={<Button>Fund escrow ₹8,000</Button>}
      />
    </Rail>
  );
}

function JobCard() {
  return (
    <Sample title="Job docket">
      <Docket
        number="Job 4831"
        posted="Posted 1 day ago"
        title="Repair 40 school benches"
        to="/job/4831"
        place="Hadapsar, Pune"
        verified
        skills={['Carpentry', 'Polishing']}
        amount="₹45,000 to ₹60,000"
        budgetType="Price range"
        term="FWS term payment"
        termGlyph={<TermGlyph parts={[{ share: 20 }, { share: 60 }, { share: 20 }]} />}
        facts={[
          { label: 'Closes', value: '5 Dec 2026' },
          { label: 'Quotes', value: '9 received' },
        ]}
        attachment={<a href="/bench-photo.jpg">bench-photo.jpg</a>}
        linkText="View job"
        onShare={() => undefined}
        headingLevel={3}
      />
    </Sample>
  );
}

function Passbook() {
  return (
    <Sample title="Passbook">
      <div>
        <PassbookCover
          number="2041 7736"
          holder="Imran Shaikh"
          balancePaise={1_845_000}
          heldPaise={4_600_000}
          action={<Button variant="accent">Get paid now</Button>}
        />
        <PassbookTable
          entries={[
            {
              id: 'h',
              title: 'Modular kitchen, part 3',
              detail: 'Job 4821 · Work in progress',
              inPaise: 2_200_000,
            },
            {
              id: '2',
              date: '2026-11-18',
              title: 'Pooja unit polishing',
              detail: 'Job 4777',
              inPaise: 650_000,
              balancePaise: 1_845_000,
            },
            {
              id: '1',
              date: '2026-11-12',
              title: 'UPI imran@upi',
              detail: 'UTR 631604417',
              outPaise: 600_000,
              balancePaise: 1_195_000,
            },
          ]}
          broughtForward={{ date: '2026-11-01', balancePaise: 425_000 }}
        />
      </div>
    </Sample>
  );
}
