import './css/skills.css';

export function SkillList({ skills }: { skills: readonly string[] }) {
  return (
    <ul className="skills">
      {skills.map((skill) => (
        <li key={skill}>{skill}</li>
      ))}
    </ul>
  );
}
