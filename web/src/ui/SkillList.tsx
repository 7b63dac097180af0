import { MaskedWords } from './MaskedText.tsx';
import './css/skills.css';

export function SkillList({ skills }: { skills: readonly string[] }) {
  return (
    <ul className="skills">
      {skills.map((skill, index) => (
        // Two hidden ones look alike.
        <li key={index}>
          <MaskedWords text={skill} />
        </li>
      ))}
    </ul>
  );
}
