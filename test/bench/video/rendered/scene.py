# Renders things that fall, roll and meet, by simulated physics: `blender -b -P scene.py -- <seed> <folder>`.
# Writes the frames, and truth.json with the contacts: where a thing's velocity jumps by more than its weight explains.
import json
import math
import os
import random
import sys

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector, noise

KINDS = ["ball", "box", "pair", "table", "heavy", "three"]
SECONDS = 4.5
GRAVITY = 9.81
# Metres a second; contacts within the time after one are part of it.
LEAST_JUMP = 0.35
SAME_CONTACT_S = 0.04

seed, folder = int(sys.argv[-2]), sys.argv[-1]
os.makedirs(folder, exist_ok=True)
chance = random.Random(seed)
kind = KINDS[seed % len(KINDS)]
rate = chance.choice([24, 25, 30, 30, 50, 60])
# Physics runs at a whole multiple of the rate, fast enough to time a contact.
sim_rate = 250 if rate in (25, 50) else 240
step = sim_rate // rate

bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.frame_start, scene.frame_end = 1, int(SECONDS * sim_rate)
render = scene.render
render.fps = sim_rate
render.engine = "CYCLES"
render.resolution_x, render.resolution_y, render.resolution_percentage = 320, 180, 100
render.use_motion_blur = True
render.motion_blur_shutter = step * chance.choice([0.2, 0.5])
render.use_persistent_data = True
# So few samples leave the grain of a small camera.
scene.cycles.samples = chance.choice([3, 4])
scene.cycles.use_denoising = False
scene.cycles.use_animated_seed = True
scene.cycles.max_bounces = 2

bpy.ops.rigidbody.world_add()
world = scene.rigidbody_world
# More of them, and nothing bounces any more.
world.substeps_per_frame = 1
world.solver_iterations = 30
world.point_cache.frame_end = scene.frame_end


def grey(low, high):
    value = chance.uniform(low, high)
    return tuple(value * chance.uniform(0.8, 1.2) for _ in range(3)) + (1,)


def mottled(scale, dark, light, roughness=0.6):
    material = bpy.data.materials.new("mottled")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    place = nodes.new("ShaderNodeTexCoord")
    clouds = nodes.new("ShaderNodeTexNoise")
    clouds.inputs["Scale"].default_value = scale
    ramp = nodes.new("ShaderNodeValToRGB")
    for element, at, colour in zip(ramp.color_ramp.elements, (0.35, 0.65), (dark, light)):
        element.position, element.color = at, colour
    surface = nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = roughness
    links.new(place.outputs["Object"], clouds.inputs["Vector"])
    links.new(clouds.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], surface.inputs["Base Color"])
    return material


def solid(shape, material, bounce, is_still=False):
    thing = bpy.context.object
    thing.data.materials.append(material)
    bpy.ops.rigidbody.object_add()
    body = thing.rigid_body
    body.type = "PASSIVE" if is_still else "ACTIVE"
    body.collision_shape = shape
    body.restitution = bounce
    body.linear_damping, body.angular_damping = 0.02, 0.05
    body.use_margin, body.collision_margin = True, 0.001
    return thing


def box(location, size, material, bounce, is_still=False):
    bpy.ops.mesh.primitive_cube_add(size=1, location=location)
    bpy.context.object.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    return solid("BOX", material, bounce, is_still)


def ball(location, radius, bounce):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, location=location)
    bpy.ops.object.shade_smooth()
    return solid("SPHERE", thing_material(), bounce)


def thing_material():
    tones = [grey(0.02, 0.3) if chance.random() < 0.5 else grey(0.5, 0.9) for _ in range(2)]
    return mottled(chance.uniform(1, 4), *tones, chance.uniform(0.2, 0.7))


def pushed(thing, velocity):
    """Carried for five frames, then let go: so it keeps the velocity."""
    start = thing.location.copy()
    thing.rigid_body.kinematic = True
    thing.rigid_body.keyframe_insert("kinematic", frame=1)
    thing.keyframe_insert("location", frame=1)
    thing.location = start + velocity * (5 / sim_rate)
    thing.keyframe_insert("location", frame=6)
    for curve in thing.animation_data.action.fcurves:
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
    thing.rigid_body.kinematic = False
    thing.rigid_body.keyframe_insert("kinematic", frame=6)
    return thing


def things():
    u = chance.uniform
    if kind in ("ball", "heavy"):
        bounce = u(0.6, 0.85) if kind == "ball" else u(0.3, 0.5)
        fallen = ball((u(-1.5, 0), u(-0.5, 0.8), u(1.5, 2.4)), u(0.15, 0.35), bounce)
        return [pushed(fallen, Vector((u(-0.2, 0.9), u(-0.1, 0.3), 0)))]
    if kind == "box":
        size = (u(0.3, 0.7), u(0.3, 0.5), u(0.2, 0.6))
        fallen = box((u(-1, 0), u(-0.3, 0.6), u(1.3, 2.2)), size, thing_material(), u(0.2, 0.5))
        fallen.rotation_euler = (u(0, 1), u(0, 1), 0)
        return [pushed(fallen, Vector((u(0.1, 0.8), 0, 0)))]
    if kind == "pair":
        radius = u(0.16, 0.28)
        first = ball((-2.2, 0, radius), radius, 0.9)
        second = ball((u(-0.2, 0.6), u(-0.08, 0.08), radius), radius, 0.9)
        return [pushed(first, Vector((u(1.5, 3), 0, 0))), second]
    if kind == "table":
        box((-1.2, 0.2, 0.55), (2, 0.9, 1.1), mottled(3, grey(0.1, 0.4), grey(0.2, 0.5)), 0.8, True)
        radius = u(0.12, 0.25)
        return [pushed(ball((-1.6, 0, 1.1 + radius), radius, u(0.5, 0.8)), Vector((u(0.8, 1.6), 0, 0)))]
    return [
        pushed(
            ball((-1.8 + 1.5 * i + u(-0.2, 0.2), u(-0.6, 0.8), 1.2 + 0.5 * i + u(0, 0.6)), u(0.12, 0.28), u(0.5, 0.8)),
            Vector((u(-0.3, 0.3), 0, 0)),
        )
        for i in range(3)
    ]


def furnish():
    u = chance.uniform
    box((0, 0, -0.5), (14, 14, 1), mottled(u(2, 9), grey(0.1, 0.35), grey(0.3, 0.7)), 1, True)
    bpy.ops.mesh.primitive_plane_add(size=16, location=(0, 4.5, 4), rotation=(math.pi / 2, 0, 0))
    bpy.context.object.data.materials.append(mottled(u(0.7, 4), grey(0.15, 0.5), grey(0.3, 0.8)))
    for _ in range(chance.randint(1, 4)):
        bpy.ops.mesh.primitive_cube_add(size=u(0.3, 1.2), location=(u(-4, 4), u(2.6, 4), 0.3), rotation=(0, 0, u(0, 3)))
        bpy.context.object.data.materials.append(mottled(u(1, 9), grey(0.05, 0.5), grey(0.2, 0.9)))
    bpy.ops.object.light_add(type="AREA", location=(u(-3, 3), -2, 5), rotation=(0.35, 0, 0))
    bpy.context.object.data.energy = chance.choice([60, 250, 500])
    bpy.context.object.data.size = u(0.5, 4)
    scene.world = bpy.data.worlds.new("air")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[1].default_value = chance.choice([0.05, 0.4, 0.7])


def camera(unrest):
    u = chance.uniform
    bpy.ops.object.camera_add(location=(u(-0.6, 0.6), -6.5, u(1.0, 2.2)))
    eye = scene.camera = bpy.context.object
    eye.data.lens = u(32, 50)
    aim = Vector((u(-0.3, 0.3), 0, 0.9)) - eye.location
    base = aim.to_track_quat("-Z", "Y").to_euler()
    off = u(0, 99)

    def sway(axis, at_s):
        waves = ((0.006, 0.8, 17), (0.003, 2.5, 31), (0.0012, 6, 7))
        return unrest * sum(size * noise.noise(Vector((off + axis * apart, at_s * pace, 0))) for size, pace, apart in waves)

    for frame in range(1, scene.frame_end + 1, 4):
        at_s = frame / sim_rate
        eye.rotation_euler = (base.x + sway(0, at_s), base.y + 0.4 * sway(1, at_s), base.z + sway(2, at_s))
        eye.keyframe_insert("rotation_euler", frame=frame)
    return eye


def contacts(places):
    """Times in ms, and jumps of velocity in metres a second, of one thing."""
    found = []
    velocities = [(after - before) * sim_rate for before, after in zip(places, places[1:])]
    fall = Vector((0, 0, -GRAVITY / sim_rate))
    jumps = [(after - before - fall).length for before, after in zip(velocities, velocities[1:])]
    at, same = 9, int(SAME_CONTACT_S * sim_rate)
    while at < len(jumps):
        if jumps[at] <= LEAST_JUMP:
            at += 1
            continue
        largest = max(range(at, min(len(jumps), at + same)), key=jumps.__getitem__)
        found.append(((largest + 1) / sim_rate * 1000, jumps[largest], largest))
        at += same
    return found


furnish()
moving = things()
unrest = chance.choice([0, 0, 0.5, 1, 1.6])
eye = camera(unrest)
places = {thing.name: [] for thing in moving}
seen = {thing.name: [] for thing in moving}
for frame in range(1, scene.frame_end + 1):
    scene.frame_set(frame)
    for thing in moving:
        place = thing.matrix_world.translation.copy()
        x, y, _ = world_to_camera_view(scene, eye, place)
        places[thing.name].append(place)
        seen[thing.name].append(0.02 < x < 0.98 and 0 < y < 1)
hits = [
    {"atMs": at_ms, "jump": jump}
    for name, path in places.items()
    for at_ms, jump, index in contacts(path)
    if seen[name][index]
]
with open(os.path.join(folder, "truth.json"), "w") as truth:
    json.dump(
        {"kind": kind, "framesPerSecond": rate, "unrest": unrest, "hits": sorted(hits, key=lambda hit: hit["atMs"])}, truth
    )
for number, frame in enumerate(range(1, scene.frame_end + 1, step)):
    scene.frame_set(frame)
    render.filepath = os.path.join(folder, f"{number:05d}.png")
    bpy.ops.render.render(write_still=True)
