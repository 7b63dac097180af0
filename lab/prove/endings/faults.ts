import { DAY_MS, type History } from './history.ts';

/** What must hold of every history, after every step. */
export function findFaults({ now, milestones, job }: History): string[] {
  return milestones.flatMap((milestone) => {
    const { position, end, work, fund, untouchedSince, amountPaise, wasCompleted, split, onHold } = milestone;
    const faults: string[] = [];
    const say = (fault: string) => faults.push(`milestone ${position} ${fault}`);
    if (end) {
      const isFinished = end.work === 'completed' || end.work === 'payment_requested';
      if (isFinished && end.how !== 'released' && end.how !== 'admin')
        say(`was finished and ended as ${end.how}`);
      if (wasCompleted && !['released', 'agreed', 'admin'].includes(end.how))
        say(`was completed once and ended as ${end.how}`);
      if (end.how === 'refunded' && end.work !== 'not_started') say('went back although it was started');
      if (end.how === 'released' && end.workerPaise !== amountPaise) say('was not released in full');
    }
    if (untouchedSince !== null && now - untouchedSince > DAY_MS)
      say('has waited untouched for more than a day');
    if (split && (onHold || work !== 'started' || fund !== 'funded' || job !== 'ending'))
      say('has an open split that nobody may answer');
    if ((job === 'completed' || job === 'cancelled') && (fund === 'funded' || fund === 'accepted'))
      say(`holds money of a ${job} job`);
    return faults;
  });
}
