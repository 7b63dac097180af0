import {
  Avatar,
  Badge,
  Button,
  ButtonLink,
  Empty,
  LoadError,
  LoadMore,
  NeedsInternet,
  Note,
  OfflineNote,
  Person,
  Rating,
  Row,
  Rows,
  Skeleton,
  SkillList,
  Steps,
  VerifiedMark,
} from '../../ui/index.ts';
import { Sample } from './Sample.tsx';

const someTime = new Date('2026-11-20T10:40:00+05:30');

export function Messages() {
  return (
    <>
      <Sample title="Notes">
        <Note>Complete eKYC to receive funds.</Note>
        <Note tone="good">Your identity is verified.</Note>
        <Note tone="warn">A dispute is open. Held money does not move.</Note>
        <Note tone="bad" action={<a href="#main">Try again</a>}>
          Payment failed. Nothing was taken.
        </Note>
        <OfflineNote dataAt={someTime} />
        <NeedsInternet />
        <LoadError error={new Error('')} onRetry={() => undefined} />
      </Sample>
      <Sample title="People">
        <Person name="Imran Shaikh" verified>
          <div className="t2 mut">Carpentry</div>
          <Rating value={4.6} />
        </Person>
        <div className="row">
          <Avatar name="Meera Joshi" size="s" />
          <Avatar name="लता पाटील" size="s" verified />
          <Avatar name="Sunita" size="s" />
        </div>
        <div>
          <VerifiedMark />
        </div>
        <SkillList skills={['Carpentry', 'Sliding systems']} />
      </Sample>
      <Sample title="Rows">
        <Rows>
          <Row
            icon="device"
            title="This phone"
            detail="Chrome on Android · Signed in on 12 Nov 2026"
            action={
              <Badge tone="new" icon="check">
                This one
              </Badge>
            }
          />
          <Row
            icon="laptop"
            title="Windows computer"
            detail="Edge · Used yesterday"
            action={<Button variant="quiet">Sign out</Button>}
          />
        </Rows>
      </Sample>
      <Sample title="Steps">
        <Steps steps={['Demo', 'Video', 'ID', 'OTP']} current={1} />
      </Sample>
      <Sample title="Empty, loading">
        <Empty title="No notifications" action={<ButtonLink to="/">Find jobs</ButtonLink>}>
          News of your quotes, jobs and payments will show here.
        </Empty>
        <Skeleton />
        <LoadMore list={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => undefined }} />
      </Sample>
    </>
  );
}
