import { useState } from 'react';
import {
  Button,
  Combobox,
  DateInput,
  ErrorSummary,
  Field,
  FieldGroup,
  FileDrop,
  FileRow,
  MoneyInput,
  OtpInput,
  PasswordInput,
  OptionRadio,
  Options,
  RadioCard,
  RadioPick,
  Select,
  SkillsInput,
  Switch,
  TermGlyph,
  TextArea,
  TextInput,
  Tick,
  TickField,
  TwoColumns,
} from '../../ui/index.ts';
import type { FieldProblem } from '../../ui/index.ts';
import { Sample } from './Sample.tsx';

const problems = [{ id: 'design-email', text: 'Please enter an e-mail such as name@example.in' }];

export function Forms() {
  return (
    <>
      <TextFields />
      <Choices />
      <Files />
    </>
  );
}

function TextFields() {
  const [code, setCode] = useState('407');
  const [date, setDate] = useState('2026-12-18');
  const [amount, setAmount] = useState('125000');
  const [skills, setSkills] = useState(['Carpentry', 'Sliding systems']);
  return (
    <Sample title="Fields">
      <TwoColumns>
        <Field label="Job title">
          <TextInput placeholder="Paint a 2BHK flat" />
        </Field>
        <Field label="Company" optional>
          <TextInput defaultValue="Deccan Agro" />
        </Field>
        <Field label="Your quote" hint="Budget ₹45,000 to ₹60,000">
          <MoneyInput value={amount} onChange={setAmount} note="₹3,450 stays in the passbook." />
        </Field>
        <Field
          id="design-email"
          label="E-mail"
          hint="We send a code to this address"
          error="Please enter an e-mail such as name@example.in"
        >
          <TextInput type="email" defaultValue="asha@mail" />
        </Field>
        <Field label="Password">
          <PasswordInput />
        </Field>
        <Field label="Finish the work by">
          <DateInput value={date} onChange={setDate} />
        </Field>
        <Field label="Qualification">
          <Select options={['12th Pass', 'Diploma', 'Graduate'].map((value) => ({ value, label: value }))} />
        </Field>
        <Field label="Location">
          <Places />
        </Field>
      </TwoColumns>
      <Field label="One time password">
        <OtpInput value={code} onChange={setCode} />
      </Field>
      <Field label="Skills" hint="Press Enter or comma after each">
        <SkillsInput value={skills} onChange={setSkills} />
      </Field>
      <Field label="Scope of work">
        <TextArea />
      </Field>
    </Sample>
  );
}

const cities = ['Pune', 'Patna', 'Prayagraj', 'Puri'];

async function findCities(query: string) {
  return cities
    .filter((city) => city.toLowerCase().startsWith(query.toLowerCase()))
    .map((city) => ({ key: city, label: city, detail: 'India' }));
}

function Places() {
  const [place, setPlace] = useState('');
  return (
    <Combobox
      icon="pin"
      minChars={1}
      value={place}
      onChange={setPlace}
      onPick={({ label }) => setPlace(label)}
      load={findCities}
    />
  );
}

function Choices() {
  const [shown, setShown] = useState<readonly FieldProblem[]>([]);
  return (
    <Sample title="Choices">
      <ErrorSummary problems={shown} submitCount={shown.length} />
      <div>
        <Button onClick={() => setShown([...problems])}>Submit with an error</Button>
      </div>
      <FieldGroup label="Payment terms">
        <RadioPick
          name="design-term"
          defaultValue="terms"
          options={[
            {
              value: 'terms',
              label: 'By Terms',
              glyph: <TermGlyph parts={[{ share: 20 }, { share: 60 }, { share: 20 }]} />,
            },
            {
              value: 'milestone',
              label: 'By Milestone',
              glyph: <TermGlyph parts={[{ share: 1 }, { share: 1 }, { share: 1 }]} />,
            },
            {
              value: 'completion',
              label: 'By Completion',
              glyph: <TermGlyph parts={[{ share: 90, hollow: true }, { share: 10 }]} />,
            },
          ]}
        />
      </FieldGroup>
      <TwoColumns>
        <div>
          <Tick defaultChecked>Ready for projects</Tick>
          <Tick type="radio" name="design-kind" defaultChecked detail="For one person">
            Individual
          </Tick>
          <Tick type="radio" name="design-kind">
            Company
          </Tick>
          <TickField error="You must be 18 or older to use FWS">I am 18 or older</TickField>
        </div>
        <div>
          <Switch defaultChecked>Both</Switch>
          <Switch>Both</Switch>
        </div>
      </TwoColumns>
      <FieldGroup label="Send to">
        <RadioCard
          name="design-account"
          icon="bank"
          title="State Bank of India"
          detail="A/c ending 4417"
          defaultChecked
        />
        <RadioCard name="design-account" icon="phone" title="imran@upi" detail="UPI" />
      </FieldGroup>
      <FieldGroup label="Decide">
        <Options>
          <OptionRadio name="design-decision" title="Refund" detail="The whole amount" defaultChecked />
          <OptionRadio
            name="design-decision"
            title="Release"
            detail="To Imran’s wallet"
            end={<span className="money">₹24,000</span>}
          />
          <OptionRadio name="design-decision" title="Split" />
        </Options>
      </FieldGroup>
    </Sample>
  );
}

function Files() {
  return (
    <Sample title="Files">
      <TwoColumns>
        <FileDrop onFile={() => undefined} limit="Image or PDF, up to 10 MB" />
        <FileRow name="proposal-wardrobe-final.pdf" progress={64} onRemove={() => undefined} />
        <FileRow name="bench-photo.jpg" detail="1.2 MB" href="/bench-photo.jpg" onRemove={() => undefined} />
      </TwoColumns>
    </Sample>
  );
}
