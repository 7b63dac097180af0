import './design.css';
import { ButtonRow, Preferences, Screen } from '../../ui/index.ts';
import { Actions } from './Actions.tsx';
import { Forms } from './Forms.tsx';
import { Messages } from './Messages.tsx';
import { Money } from './Money.tsx';

/** Every component in every state. Sample texts are English; the components' own texts follow the language. */
export default function DesignPage() {
  return (
    <Screen title="Component sheet" lead="Every shared part and its states." data={null}>
      <div className="design-prefs">
        <ButtonRow>
          <Preferences />
        </ButtonRow>
      </div>
      <Actions />
      <Money />
      <Forms />
      <Messages />
    </Screen>
  );
}

DesignPage.firstQueries = () => [];
